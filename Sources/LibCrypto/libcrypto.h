/* What KeywayCrypto takes of the system's libcrypto. Only a build with the trait `Crypto` reads this. */

#ifndef KEYWAY_LIBCRYPTO_H
#define KEYWAY_LIBCRYPTO_H

#if __has_include(<openssl/evp.h>)
#include <openssl/evp.h>
#else
#error "the trait Crypto needs the headers of libcrypto: apt-get install libssl-dev, or dnf install openssl-devel"
#endif

#endif
