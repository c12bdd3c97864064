// swift-tools-version: 6.2

import PackageDescription

/// A package of somebody else's: a flow of its own, made into Swift by Keyway's plugin while it is built.
let package = Package(
    name: "SignInExample",
    platforms: [.macOS(.v13), .iOS(.v16)],
    dependencies: [.package(name: "keyway", path: "../..")],
    targets: [
        .executableTarget(
            name: "SignInExample",
            dependencies: [.product(name: "Keyway", package: "keyway")],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ],
            plugins: [.plugin(name: "GenerateFlows", package: "keyway")])
    ]
)
