import Testing

/// Tests over SDKs that are one object in a process: they take turns, those of a login over several of them as well.
@Suite("Adapters over SDKs that are one object", .serialized)
enum SharedSDKTests {}
