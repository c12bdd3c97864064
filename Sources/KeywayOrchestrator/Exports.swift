// What a run says and takes comes with it.
@_exported public import KeywayRuns
