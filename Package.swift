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

/// The shipped flows and transcripts, compiled in: no path of the build is recorded.
let shippedSpecs: [Target] = [
    .target(
        name: "ProviderFlows", path: "Specs", exclude: ["README.md", "OTPless/FACTS.md", "Truecaller/FACTS.md"],
        resources: [.embedInCode("OTPless"), .embedInCode("Truecaller")], swiftSettings: strict),
    .testTarget(name: "ProviderFlowsTests", dependencies: ["ProviderFlows"], swiftSettings: strict),
]

let commandLineUses: [Target.Dependency] = [
    "Keyway", "KeywayLog", "KeywayOrchestrator", "KeywayReplay", "FlowLanguage", "FlowMachine", "FlowRules",
    "FlowTranscripts", "ProviderFlows",
]

/// The target's name is not the product's: `keyway` beside `Keyway` would be one file on a case-insensitive disk.
let commandLine: [Target] = [
    .executableTarget(
        name: "KeywayCommandLine", dependencies: commandLineUses, path: "Tools/CommandLine", swiftSettings: strict),
    .testTarget(
        name: "KeywayCommandLineTests", dependencies: commandLineUses + ["KeywayCommandLine"], swiftSettings: strict),
]

let package = Package(
    name: "keyway",
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: [
        .library(name: "Keyway", targets: ["Keyway", "KeywayLog"]),
        .library(name: "FlowLanguage", targets: ["FlowLanguage"]),
        .executable(name: "keyway", targets: ["KeywayCommandLine"]),
    ],
    targets: module("Keyway") + module("KeywayLog", uses: ["Keyway"]) + module("FlowLanguage")
        + module("FlowMachine", uses: ["Keyway", "FlowLanguage"])
        + module("FlowRules", uses: ["Keyway", "FlowLanguage", "FlowMachine"])
        + module("KeywayOrchestrator", uses: ["Keyway", "KeywayLog"])
        + module("FlowTranscripts", uses: ["Keyway", "KeywayLog", "KeywayOrchestrator"])
        + module("KeywayReplay", uses: ["Keyway", "KeywayLog"])
        + shippedSpecs + commandLine
)
