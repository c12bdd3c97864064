// Whoever gives runs a key store names these types, and may write a store of their own.
@_exported public import enum KeywayRuns.KeyError
@_exported public import protocol KeywayRuns.KeyStore
@_exported public import protocol KeywayRuns.RunKey
