import Testing

/// The suites whose SDKs are singletons: their tests run one after the other, since all of them use the same objects.
@Suite("Adapters over SDKs that are one object", .serialized)
enum SharedSDKTests {}
