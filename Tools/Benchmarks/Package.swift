// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "benchmarks",
    platforms: [.macOS(.v13)],
    traits: [
        .trait(name: "SQLite", description: "Compares the log with SQLite, whose headers the system must have")
    ],
    dependencies: [.package(name: "keyway", path: "../..")],
    targets: [
        .target(name: "CAllocationCount"),
        .target(name: "CFlatTable"),
        .target(name: "CRawFile"),
        .systemLibrary(name: "CSQLite"),
        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "CAllocationCount", "CFlatTable", "CRawFile",
                .target(name: "CSQLite", condition: .when(traits: ["SQLite"])),
                .product(name: "Keyway", package: "keyway"), .product(name: "KeywayPacked", package: "keyway"),
                .product(name: "KeywayTesting", package: "keyway"),
                .product(name: "Measurements", package: "keyway"),
                .product(name: "FlowRules", package: "keyway"), .product(name: "FlowGenerator", package: "keyway"),
                .product(name: "FlowLanguage", package: "keyway"), .product(name: "FlowSearch", package: "keyway"),
                .product(name: "FlowProviders", package: "keyway"),
                .product(name: "ProviderFiles", package: "keyway"),
            ],
            swiftSettings: [
                .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
            ],
            plugins: [.plugin(name: "GenerateFlows", package: "keyway")]),
    ]
)
