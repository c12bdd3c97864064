#pragma once
#include <stddef.h>
#include <stdint.h>

// The limit of every log in PostgreSQL: the log's own statement, sent by C over libpq and by nothing else.
// Without the trait Postgres there is no such limit, and nothing opens.

typedef struct c_postgres c_postgres;

// Connects to the server and prepares the statement; NULL where that fails.
c_postgres *c_postgres_open(const char *address, const char *append);

void c_postgres_close(c_postgres *connection);

// Runs statements that give nothing, or one number; 0 where they give none, -1 where they fail.
double c_postgres_run(c_postgres *connection, const char *statements);

// Appends one block to each of `count` runs, `first[n]` being where run `runs[n]` ends; a run that ends at 0 begins.
// Returns how many appends won, -1 where the statement fails.
int c_postgres_append(c_postgres *connection, const uint64_t *runs, const int64_t *first, int count, int64_t flow,
                      const uint8_t *block, size_t size);
