#if Crypto && !canImport(CryptoKit)
    import LibCrypto
#endif

/// The system's library that encrypts, as a whole.
package enum CryptoLibrary {
    /// Has libcrypto keep its memory until the process is gone; false where the library refuses. It is asked once.
    ///
    /// By itself the library frees its memory in `exit`. A thread that still encrypts then, or reads an encrypted connection, would crash
    /// the process. The library takes this only before its first use, so whatever uses it reads this first, libpq included.
    package static let staysUntilTheEnd: Bool = {
        #if Crypto && !canImport(CryptoKit)
            OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) == 1
        #else
            true
        #endif
    }()
}
