// The types of a run's interface, such as `CommandAnswer` and `RunError`, come with this module.
@_exported public import KeywayRuns
