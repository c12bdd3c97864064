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
    "FlowGenerator", "FlowTranscripts", "ProviderFlows",
]

/// The target's name is not the product's: `keyway` beside `Keyway` would be one file on a case-insensitive disk.
let commandLine: [Target] = [
    .executableTarget(
        name: "KeywayCommandLine", dependencies: commandLineUses, path: "Tools/CommandLine", swiftSettings: strict),
    .testTarget(
        name: "KeywayCommandLineTests", dependencies: commandLineUses + ["KeywayCommandLine"], swiftSettings: strict),
]

/// What tests of several modules share: the shipped flows as tests read them, a driven run, seeded randomness.
let fixtures: Target = .target(
    name: "FlowFixtures",
    dependencies: ["Keyway", "KeywayLog", "KeywayOrchestrator", "FlowLanguage", "FlowMachine", "FlowTranscripts"],
    path: "Tests/FlowFixtures", swiftSettings: strict)

let package = Package(
    name: "keyway",
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: [
        .library(name: "Keyway", targets: ["Keyway", "KeywayLog"]),
        .library(name: "FlowLanguage", targets: ["FlowLanguage"]),
        .executable(name: "keyway", targets: ["KeywayCommandLine"]),
    ],
    targets: module("Keyway", testsUse: ["FlowFixtures"]) + module("KeywayLog", uses: ["Keyway"])
        + module("FlowLanguage")
        + module(
            "FlowMachine", uses: ["Keyway", "FlowLanguage"],
            testsUse: ["FlowFixtures", "KeywayLog", "KeywayOrchestrator", "FlowTranscripts"])
        + module("FlowRules", uses: ["Keyway", "FlowLanguage", "FlowMachine"])
        + module("FlowGenerator", uses: ["Keyway", "FlowLanguage", "FlowMachine"], testsUse: ["FlowFixtures"])
        + module(
            "KeywayOrchestrator", uses: ["Keyway", "KeywayLog"],
            testsUse: ["FlowFixtures", "FlowTranscripts", "KeywayReplay"])
        + module(
            "FlowTranscripts", uses: ["Keyway", "KeywayLog", "KeywayOrchestrator"],
            testsUse: ["FlowFixtures", "KeywayReplay"])
        + module(
            "KeywayReplay", uses: ["Keyway", "KeywayLog"],
            testsUse: ["FlowFixtures", "KeywayOrchestrator", "FlowTranscripts"])
        + shippedSpecs + commandLine + [fixtures]
)
