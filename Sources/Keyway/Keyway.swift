// An app writes `import Keyway` and nothing else: this module declares nothing, and shows what the modules of a running app
// declare. A test of an app writes `import KeywayTesting` besides.
@_exported public import KeywayCore
@_exported public import KeywayFileLog
@_exported public import KeywayOrchestrator
@_exported public import KeywayReplay
@_exported public import KeywayRuns
@_exported public import KeywayViews
// What an app says of its log. Whoever writes a log of their own, or reads inside of records, imports all of `KeywayLog`.
@_exported public import enum KeywayLog.Durability
@_exported public import protocol KeywayLog.EventLog
@_exported public import enum KeywayLog.LogError
@_exported public import class KeywayLog.MemoryLog
@_exported public import struct KeywayLog.Record
@_exported public import enum KeywayLog.RunKind
@_exported public import struct KeywayLog.StorageFault
