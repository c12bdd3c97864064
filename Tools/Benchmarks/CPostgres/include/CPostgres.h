#pragma once
#include <stddef.h>
#include <stdint.h>

// What no log in PostgreSQL can be faster than: the log's own append statement, sent from C by libpq without anything else.
// Built without the trait Postgres, c_postgres_open always returns NULL, and nothing is measured.

typedef struct c_postgres c_postgres;

// Connects to the server and prepares the statement that appends; NULL where that fails.
c_postgres *c_postgres_open(const char *address, const char *append);

void c_postgres_close(c_postgres *connection);

// Runs statements; returns the number in the first column of the first row, 0 where they give no row, -1 where they fail.
double c_postgres_run(c_postgres *connection, const char *statements);

// Appends one block, which counts as one record, to each of `count` runs. `first[n]` is the sequence of the record in run
// `runs[n]`, which is 0 where the run begins.
// Returns how many appends won, -1 where the statement fails.
int c_postgres_append(c_postgres *connection, const uint64_t *runs, const int64_t *first, int count, int64_t flow,
                      const uint8_t *block, size_t size);
