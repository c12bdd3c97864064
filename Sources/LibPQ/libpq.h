/* What KeywayPostgres takes of PostgreSQL's libpq. Only a build with the trait `Postgres` reads this. */

#ifndef KEYWAY_LIBPQ_H
#define KEYWAY_LIBPQ_H

#if __has_include(<libpq-fe.h>)
#include <libpq-fe.h>
#elif __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#error "the trait Postgres needs the headers of libpq: apt-get install libpq-dev, dnf install libpq-devel, or brew install libpq"
#endif

#endif
