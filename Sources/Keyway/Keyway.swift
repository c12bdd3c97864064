// An app writes `import Keyway` and nothing else: this module declares nothing, and shows what the modules of a running app
// declare. A test of an app writes `import KeywayTesting` besides; whoever reads or writes a log's records, `import KeywayLog`.
@_exported public import KeywayCore
@_exported public import KeywayFileLog
@_exported public import KeywayOrchestrator
@_exported public import KeywayReplay
@_exported public import KeywayRuns
@_exported public import KeywayViews
