// swift-tools-version: 6.2

import PackageDescription

/// Compiler settings stricter than Swift's own: an app may have them on, and generated code must compile there too.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// An example of a package that uses Keyway. While it is built, the plugin makes Swift of its flows, and in the test target a suite of
/// tests for each flow.
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
