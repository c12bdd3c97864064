// swift-tools-version: 6.2

import PackageDescription

/// Compiler settings stricter than Swift's own: an app may have them on, and the adapters must compile there too.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Stubs: modules that have the name of a vendor's SDK and those of its public declarations that the adapters use.
///
/// They have no code of an SDK: they note which calls the adapters make, and call back what a test asks for.
let stubs = ["CAStrongAuthentication", "OtplessBM", "PowerAuth2", "TrueSDK", "WultraPowerAuthNetworking"]

/// The adapters that lie beside the shipped flows, compiled and tested without the SDKs that they are for.
///
/// `ProviderAdapters` stands for an app's target: its sources are links to the flows and to the folders `Adapter` of `Specs/`.
let package = Package(
    name: "AdapterChecks",
    platforms: [.macOS(.v13), .iOS(.v16)],
    dependencies: [.package(name: "keyway", path: "../..")],
    targets: [
        .target(name: "CallNotes", path: "Stubs/CallNotes", swiftSettings: strict),
        .target(
            name: "ProviderAdapters",
            dependencies: stubs.map { .byName(name: $0) } + [.product(name: "Keyway", package: "keyway")],
            swiftSettings: strict, plugins: [.plugin(name: "GenerateFlows", package: "keyway")]),
        .testTarget(
            name: "ProviderAdaptersTests",
            dependencies: stubs.map { .byName(name: $0) } + [
                "CallNotes", "ProviderAdapters", .product(name: "Keyway", package: "keyway"),
                .product(name: "KeywayTesting", package: "keyway"),
            ],
            swiftSettings: strict),
    ]
        + stubs.map {
            // PowerAuth Networking sends requests to a server; it depends on PowerAuth's own SDK, which signs them.
            .target(
                name: $0, dependencies: ["CallNotes"] + ($0 == "WultraPowerAuthNetworking" ? ["PowerAuth2"] : []),
                path: "Stubs/" + $0, swiftSettings: strict)
        }
)
