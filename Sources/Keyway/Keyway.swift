// An app writes `import Keyway` and nothing else: this module declares nothing, and re-exports those types of other modules that
// an app names. A test of an app writes `import KeywayTesting` as well. Generated code imports `KeywayCore`. Code that implements
// a log, a handler of any flow or a node imports the module that declares the protocol or type for it.

@_exported public import struct KeywayCore.AppOutcome
@_exported public import struct KeywayCore.EffectOrder
@_exported public import protocol KeywayCore.Flow
@_exported public import protocol KeywayCore.FlowEffects
@_exported public import struct KeywayCore.Instant
@_exported public import enum KeywayCore.RawValue
@_exported public import struct KeywayCore.RunID
@_exported public import class KeywayFileLog.FileLog
@_exported public import enum KeywayLog.Durability
@_exported public import protocol KeywayLog.EventLog
@_exported public import enum KeywayLog.LogError
@_exported public import class KeywayLog.MemoryLog
// The way from a call of an SDK back to the run that ordered the call: a handler captures it in the block that the SDK calls.
@_exported public import struct KeywayOrchestrator.CallbackRoute
// What the runs of one device share: provider SDKs and lanes. An app is one device, and a server may play many.
@_exported public import struct KeywayOrchestrator.Device
@_exported public import struct KeywayOrchestrator.EffectFailure
@_exported public import class KeywayOrchestrator.Orchestrator
@_exported public import struct KeywayOrchestrator.Run
@_exported public import class KeywayOrchestrator.Shadow
@_exported public import struct KeywayReplay.Replay
@_exported public import enum KeywayRuns.CommandAnswer
@_exported public import enum KeywayRuns.RunError
@_exported public import class KeywayViews.RunModel
