// What a run says and takes, and the log that it is kept in, come with it.
@_exported public import KeywayLog
@_exported public import KeywayRuns
