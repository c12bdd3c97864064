// swift-tools-version: 6.2

import PackageDescription

/// Every target speaks the same Swift.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// A target under `Sources/`, and its tests beside it under `Tests/`.
func module(_ name: String, uses dependencies: [String] = [], testsUse: [String] = []) -> [Target] {
    [
        .target(name: name, dependencies: dependencies.map { .byName(name: $0) }, swiftSettings: strict),
        .testTarget(
            name: name + "Tests",
            dependencies: ([name] + dependencies + testsUse).map { .byName(name: $0) },
            swiftSettings: strict
        ),
    ]
}

let package = Package(
    name: "keyway",
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: [
        .library(name: "Keyway", targets: ["Keyway", "KeywayLog"]),
        .library(name: "FlowLanguage", targets: ["FlowLanguage"]),
    ],
    targets: module("Keyway") + module("KeywayLog", uses: ["Keyway"]) + module("FlowLanguage")
        + module("FlowMachine", uses: ["Keyway", "FlowLanguage"])
        + module("KeywayOrchestrator", uses: ["Keyway", "KeywayLog"])
        + module("FlowTranscripts", uses: ["Keyway", "KeywayLog", "KeywayOrchestrator"])
        + module("KeywayReplay", uses: ["Keyway", "KeywayLog"])
)
