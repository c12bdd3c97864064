import Testing

/// All tests that speak with a server: one after the other, because a server has few connections.
@Suite(
    "Over a server of PostgreSQL", .serialized, .enabled(if: TestServer.shared != nil, TestServer.reason))
enum ServerTests {}
