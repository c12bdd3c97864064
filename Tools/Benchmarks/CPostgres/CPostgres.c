#include "CPostgres.h"

#ifndef KEYWAY_POSTGRES

c_postgres *c_postgres_open(const char *address, const char *append) { return NULL; }
void c_postgres_close(c_postgres *connection) {}
double c_postgres_run(c_postgres *connection, const char *statements) { return -1; }
int c_postgres_append(c_postgres *connection, const uint64_t *runs, const int64_t *first, int count, int64_t flow,
                      const uint8_t *block, size_t size) {
    return -1;
}

#else

#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#else
#include <postgresql/libpq-fe.h>
#endif
#include <stdlib.h>
#include <string.h>

// The element types of the statement's array parameters, by their numbers in PostgreSQL's catalogue; the last parameter is a text.
enum { BOOL = 16, BYTES = 17, BIGINT = 20, UUID = 2950 };
enum { PARAMETERS = 16, GREATEST_COUNT = 256 };

struct c_postgres {
    PGconn *server;
    // The parameters of one statement, one behind the other; `room` is the size of the block.
    uint8_t *bytes;
    size_t room;
    // How many of the bytes hold parameters.
    size_t used;
};

// Makes room for `count` more bytes of parameters; returns where they are to be written.
static uint8_t *reserve(c_postgres *connection, size_t count) {
    if (connection->used + count > connection->room) {
        connection->room = (connection->used + count) * 2;
        connection->bytes = realloc(connection->bytes, connection->room);
        if (!connection->bytes) abort();
    }
    uint8_t *place = connection->bytes + connection->used;
    connection->used += count;
    return place;
}

// Writes a number as the server's binary format has it: `width` bytes, the highest first.
static void put(c_postgres *connection, uint64_t number, int width) {
    uint8_t *place = reserve(connection, width);
    for (int n = 0; n < width; n++) place[n] = (uint8_t)(number >> 8 * (width - 1 - n));
}

// Writes an array's element of bytes: its length, then itself.
static void put_bytes(c_postgres *connection, const void *bytes, size_t count) {
    put(connection, count, 4);
    memcpy(reserve(connection, count), bytes, count);
}

// Writes the head of an array of one dimension, whose indices begin at 1. The caller writes the elements, each behind its length.
static void begin_array(c_postgres *connection, uint32_t type, int count, int has_null) {
    put(connection, 1, 4);
    put(connection, has_null, 4);
    put(connection, type, 4);
    put(connection, count, 4);
    put(connection, 1, 4);
}

// Writes an array of integers: those of `first`, or 0 where it is NULL, each plus `added`.
static void put_integers(c_postgres *connection, const int64_t *first, int64_t added, int count) {
    begin_array(connection, BIGINT, count, 0);
    for (int n = 0; n < count; n++) {
        put(connection, 8, 4);
        put(connection, (uint64_t)((first ? first[n] : 0) + added), 8);
    }
}

static void put_nulls(c_postgres *connection, uint32_t type, int count) {
    begin_array(connection, type, count, 1);
    // A length of -1 is the server's NULL.
    for (int n = 0; n < count; n++) put(connection, UINT32_MAX, 4);
}

static void put_flags(c_postgres *connection, int flag, int count) {
    begin_array(connection, BOOL, count, 0);
    for (int n = 0; n < count; n++) {
        put(connection, 1, 4);
        put(connection, (uint64_t)flag, 1);
    }
}

c_postgres *c_postgres_open(const char *address, const char *append) {
    PGconn *server = PQconnectdb(address);
    if (PQstatus(server) == CONNECTION_OK) {
        PGresult *prepared = PQprepare(server, "append", append, 0, NULL);
        int is_fine = PQresultStatus(prepared) == PGRES_COMMAND_OK;
        PQclear(prepared);
        if (is_fine) {
            c_postgres *connection = calloc(1, sizeof *connection);
            if (!connection) abort();
            connection->server = server;
            return connection;
        }
    }
    PQfinish(server);
    return NULL;
}

void c_postgres_close(c_postgres *connection) {
    PQfinish(connection->server);
    free(connection->bytes);
    free(connection);
}

double c_postgres_run(c_postgres *connection, const char *statements) {
    PGresult *result = PQexec(connection->server, statements);
    ExecStatusType status = PQresultStatus(result);
    double number = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK ? 0 : -1;
    if (status == PGRES_TUPLES_OK && PQntuples(result) > 0 && PQnfields(result) > 0) {
        number = atof(PQgetvalue(result, 0, 0));
    }
    PQclear(result);
    return number;
}

int c_postgres_append(c_postgres *connection, const uint64_t *runs, const int64_t *first, int count, int64_t flow,
                      const uint8_t *block, size_t size) {
    if (count < 1 || count > GREATEST_COUNT) return -1;
    size_t ends[PARAMETERS];
    connection->used = 0;
    // The parameters of the log's append statement, in their order: run, first, next, append, bytes, due, is_over, moves, flow,
    // request, reference, node, device, version, state, and the server's `synchronous_commit`.
    for (int parameter = 0; parameter < PARAMETERS; parameter++) {
        switch (parameter) {
        case 0:
            // An identity has 16 bytes; the upper half is the same for all runs of C.
            begin_array(connection, UUID, count, 0);
            for (int n = 0; n < count; n++) {
                put(connection, 16, 4);
                put(connection, 0xC, 8);
                put(connection, runs[n], 8);
            }
            break;
        case 1: put_integers(connection, first, 0, count); break;
        case 2: put_integers(connection, first, 1, count); break;
        case 3: put_integers(connection, first, 0, count); break;
        case 4:
            begin_array(connection, BYTES, count, 0);
            for (int n = 0; n < count; n++) put_bytes(connection, block, size);
            break;
        // Always the same time, in the year 2096: the promise of a run whose deadline does not change.
        case 5: put_integers(connection, NULL, INT64_C(4000000000000), count); break;
        case 6: put_flags(connection, 0, count); break;
        case 7: put_flags(connection, 1, count); break;
        case 8: put_integers(connection, NULL, flow, count); break;
        // The number of the node, which is any that no other node of the benchmark has.
        case 11: put_integers(connection, NULL, 12, count); break;
        case 13: put_nulls(connection, BIGINT, count); break;
        case 15: memcpy(reserve(connection, 2), "on", 2); break;
        default: put_nulls(connection, BYTES, count); break;
        }
        ends[parameter] = connection->used;
    }
    const char *values[PARAMETERS];
    int lengths[PARAMETERS], formats[PARAMETERS];
    for (int parameter = 0; parameter < PARAMETERS; parameter++) {
        size_t start = parameter ? ends[parameter - 1] : 0;
        values[parameter] = (const char *)connection->bytes + start;
        lengths[parameter] = (int)(ends[parameter] - start);
        // 1 is the binary format.
        formats[parameter] = 1;
    }
    PGresult *result = PQexecPrepared(connection->server, "append", PARAMETERS, values, lengths, formats, 1);
    int won = PQresultStatus(result) == PGRES_TUPLES_OK ? PQntuples(result) : -1;
    PQclear(result);
    return won;
}

#endif
