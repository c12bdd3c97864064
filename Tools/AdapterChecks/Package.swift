// swift-tools-version: 6.2

import PackageDescription

/// The strict Swift that adapters are fit for.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Modules with the name and the public shape of a vendor's SDK, as far as its adapter uses it. They are not the SDKs: they
/// note what is called, and say what a test tells them to.
let stubs = ["CAStrongAuthentication", "OtplessBM", "PowerAuth2", "TrueSDK", "WultraPowerAuthNetworking"]

/// The adapters that lie beside the shipped flows, compiled and tested without the SDKs that they are for.
///
/// `ProviderAdapters` is what an app's target has: the flows and the folders `Adapter` of `Specs/`, as links.
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
            // The SDK for calls to a server stands on the one that signs them.
            .target(
                name: $0, dependencies: ["CallNotes"] + ($0 == "WultraPowerAuthNetworking" ? ["PowerAuth2"] : []),
                path: "Stubs/" + $0, swiftSettings: strict)
        }
)
