// Re-exported, because an app that gives its runs a key store names these types, and may write a key store of its own.
@_exported public import enum KeywayRuns.KeyError
@_exported public import protocol KeywayRuns.KeyStore
@_exported public import protocol KeywayRuns.RunKey
