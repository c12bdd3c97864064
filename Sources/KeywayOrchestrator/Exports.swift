// The types of a run's interface, such as `CommandAnswer` and `RunError`, come with this module, and so does `SharedLog`.
@_exported public import KeywayNodes
@_exported public import KeywayRuns
