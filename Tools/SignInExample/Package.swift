// swift-tools-version: 6.2

import PackageDescription

/// The strict Swift that generated code is fit for.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// A package of somebody else's: a flow of its own, made into Swift by Keyway's plugin while it is built, and tested by the
/// suite that the plugin makes for its tests.
let package = Package(
    name: "SignInExample",
    platforms: [.macOS(.v13), .iOS(.v16)],
    dependencies: [.package(name: "keyway", path: "../..")],
    targets: [
        .executableTarget(
            name: "SignInExample",
            dependencies: [.product(name: "Keyway", package: "keyway")],
            plugins: [.plugin(name: "GenerateFlows", package: "keyway")]),
        .testTarget(
            name: "SignInExampleTests",
            dependencies: [
                "SignInExample", .product(name: "Keyway", package: "keyway"),
                .product(name: "KeywayTesting", package: "keyway"),
            ],
            plugins: [.plugin(name: "GenerateFlows", package: "keyway")]),
    ]
)

for target in package.targets { target.swiftSettings = strict }
