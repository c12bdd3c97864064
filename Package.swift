// swift-tools-version: 6.2

import PackageDescription

/// Every target speaks the same Swift.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// For the library, and what drives it through millions of steps in tests: it is optimised in debug builds too, each module as
/// a whole, which takes the compiler less time than file by file.
let optimised: [SwiftSetting] =
    strict + [
        .unsafeFlags(
            ["-O", "-wmo", "-num-threads", "2", "-disable-batch-mode", "-no-emit-module-separately-wmo"],
            .when(configuration: .debug))
    ]

/// A target under `Sources/`, and its tests beside it under `Tests/`.
func module(
    _ name: String, uses dependencies: [String] = [], testsUse: [String] = [], testsExclude: [String] = [],
    resources: [Resource] = []
) -> [Target] {
    [
        .target(
            name: name, dependencies: dependencies.map { .byName(name: $0) }, resources: resources,
            swiftSettings: optimised),
        .testTarget(
            name: name + "Tests",
            dependencies: ([name] + dependencies + testsUse + ["TestThreads"]).map { .byName(name: $0) },
            exclude: testsExclude,
            swiftSettings: strict
        ),
    ]
}

/// The folders of `Specs/`, one for each provider. The targets leave them out, so that nobody compiles the adapters there or warns of
/// files that SwiftPM does not know; the plugins read the specs there all the same. They are named here, because SwiftPM evaluates a
/// manifest anew only when its text has changed: one that listed the folder would miss a new provider.
let providers = ["CAStrongAuthentication", "OTPless", "PowerAuth", "Truecaller"]

/// What lies beside these folders: the flow that has flows of these folders as sub-flows, and its transcripts.
let ownSpecs = ["PhoneLogin.flow", "Transcripts"]

/// The shipped flows, which the plugin makes of their specs; and, apart from them so that an edited spec is built in a
/// moment, the shipped files themselves, compiled in: no path of the build is recorded.
let shippedSpecs: [Target] = [
    .target(
        name: "ProviderFlows", dependencies: ["KeywayCore", "KeywayPacked"], path: "Specs",
        exclude: ["README.md", "ProviderFiles.swift", "Adapter", "Profiles", "Released"] + ownSpecs + providers,
        swiftSettings: strict,
        plugins: ["GenerateFlows", "ListSpecs"]),
    .target(
        name: "ProviderFiles", path: "Specs",
        exclude: ["README.md", "ProviderFlows.swift", "Adapter", "Profiles", "Released"] + ownSpecs + providers,
        swiftSettings: strict,
        plugins: ["ListSpecs"]),
    .testTarget(name: "ProviderFilesTests", dependencies: ["ProviderFiles"], swiftSettings: strict),
    .testTarget(
        name: "ProviderFlowsTests",
        dependencies: [
            "Keyway", "KeywayCore", "KeywayLog", "KeywayFileLog", "KeywayRuns", "KeywayOrchestrator", "KeywayReplay",
            "KeywayDebugger", "KeywayPacked", "KeywaySuites", "KeywayTesting", "FlowLanguage", "FlowMachine",
            "FlowConformance", "FlowTranscripts", "ProviderFlows", "FlowFixtures",
        ],
        swiftSettings: strict, plugins: ["GenerateFlows"]),
]

/// Swift out of specs, while a target is built. The plugins' tool is not `keyway`, which links what the plugin builds.
let flowPlugins: [Target] = [
    .executableTarget(
        name: "FlowCompiler", dependencies: ["FlowGenerator", "FlowLanguage", "FlowMachine", "FlowRules"],
        path: "Tools/FlowCompiler", swiftSettings: strict),
    .plugin(
        name: "GenerateFlows", capability: .buildTool(), dependencies: ["FlowCompiler"],
        path: "Tools/Plugins/GenerateFlows"),
    .plugin(
        name: "ListSpecs", capability: .buildTool(), dependencies: ["FlowCompiler"], path: "Tools/Plugins/ListSpecs"),
    .plugin(
        name: "RegenerateFlows",
        capability: .command(
            intent: .custom(verb: "regenerate-flows", description: "Makes Swift of a target's flows, to be checked in"),
            permissions: [.writeToPackageDirectory(reason: "The generated files lie beside the target's own.")]),
        dependencies: ["FlowCompiler"], path: "Tools/Plugins/RegenerateFlows"),
]

/// Encryption, and the keys of runs. Without the trait no library of the system is linked, and nothing is encrypted.
let crypto: [Target] = [
    .systemLibrary(name: "LibCrypto"),
    .target(
        name: "KeywayCrypto",
        dependencies: [.target(name: "LibCrypto", condition: .when(platforms: [.linux], traits: ["Crypto"]))],
        swiftSettings: strict),
    .testTarget(name: "KeywayCryptoTests", dependencies: ["KeywayCrypto"], swiftSettings: strict),
    .target(
        name: "KeywayKeys", dependencies: ["KeywayCore", "KeywayLog", "KeywayFileLog", "KeywayRuns", "KeywayCrypto"],
        swiftSettings: strict),
    .testTarget(
        name: "KeywayKeysTests",
        dependencies: [
            "KeywayCore", "KeywayLog", "KeywayFileLog", "KeywayRuns", "KeywayOrchestrator", "KeywayReplay",
            "KeywayKeys", "KeywayTesting", "ProviderFlows", "FlowFixtures", "FlowTranscripts", "SimulatedDisk",
        ],
        swiftSettings: strict),
]

/// A log in PostgreSQL. Without the trait no library of the system is linked, and no database is opened.
let postgres: [Target] = [
    .systemLibrary(name: "LibPQ"),
    .target(
        name: "KeywayPostgres",
        dependencies: [
            "KeywayCore", "KeywayLog", "KeywayRuns", "KeywayNodes", "KeywayKeys", "KeywayCrypto",
            .target(name: "LibPQ", condition: .when(traits: ["Postgres"])),
        ],
        swiftSettings: strict),
    .testTarget(
        name: "KeywayPostgresTests",
        dependencies: [
            "KeywayCore", "KeywayLog", "KeywayRuns", "KeywayNodes", "KeywayKeys", "KeywayCrypto", "KeywayOrchestrator",
            "KeywayReplay", "KeywayPostgres", "KeywayTesting", "LoginFixtures", "ProviderFlows",
        ],
        swiftSettings: strict),
]

let commandLineUses: [Target.Dependency] = [
    "KeywayCore", "KeywayLog", "KeywayFileLog", "KeywayPostgres", "KeywayRuns", "KeywayKeys", "KeywayOrchestrator",
    "KeywayReplay",
    "KeywayDebugger", "FlowLanguage", "FlowMachine", "FlowRules", "FlowDiagram", "FlowTables", "FlowGenerator",
    "FlowTranscripts",
    "FlowConformance", "FlowSearch", "FlowProviders", "FlowMutation", "FlowReports", "ProviderFiles", "ProviderFlows",
    "ProgramStreams",
]

/// The target's name is not the product's: `keyway` beside `Keyway` would be one file on a case-insensitive disk.
let commandLine: [Target] = [
    .executableTarget(
        name: "KeywayCommandLine", dependencies: commandLineUses, path: "Tools/CommandLine", swiftSettings: strict),
    .testTarget(
        name: "KeywayCommandLineTests",
        dependencies: commandLineUses + [
            "KeywayCommandLine", "KeywayTesting", "SystemTrials", "FlowFixtures", "TestThreads",
        ],
        exclude: ["Snapshots"],
        swiftSettings: strict),
]

/// What tests of several modules share: the shipped flows as tests read them, a driven run, seeded randomness.
let fixtures: Target = .target(
    name: "FlowFixtures",
    dependencies: [
        "KeywayCore", "KeywayLog", "KeywayRuns", "KeywaySuites", "KeywayTesting", "FlowLanguage", "FlowMachine",
        "FlowGenerator",
    ],
    path: "Tests/FlowFixtures", swiftSettings: strict)

/// Where tests run that compute for seconds.
let testThreads: Target = .target(name: "TestThreads", path: "Tests/TestThreads", swiftSettings: strict)

/// A login of the shipped flows that tests of several modules run.
let loginFixtures: Target = .target(
    name: "LoginFixtures",
    dependencies: [
        "KeywayCore", "KeywayLog", "KeywayNodes", "KeywayOrchestrator", "KeywayRuns", "KeywayTesting",
        "ProviderFlows",
    ],
    path: "Tests/LoginFixtures", swiftSettings: strict, plugins: ["GenerateFlows"])

/// Writes the flows that `.ci/generated` has compiled in a package from outside.
let randomFlows: Target = .executableTarget(
    name: "RandomFlows",
    dependencies: ["FlowFixtures", "FlowGenerator", "FlowLanguage", "FlowMachine", "ProgramStreams"],
    path: "Tools/RandomFlows", swiftSettings: strict)

/// Figures of speed and size, and what they are compared with: the same in C, a raw file, and SQLite where the trait is on.
let benchmarks: [Target] = [
    .target(name: "CAllocationCount", path: "Tools/Benchmarks/CAllocationCount"),
    .target(name: "CFlatTable", path: "Tools/Benchmarks/CFlatTable"),
    .target(name: "CRawFile", path: "Tools/Benchmarks/CRawFile"),
    .systemLibrary(name: "CSQLite", path: "Tools/Benchmarks/CSQLite"),
    .target(
        name: "CPostgres", dependencies: [.target(name: "LibPQ", condition: .when(traits: ["Postgres"]))],
        path: "Tools/Benchmarks/CPostgres",
        cSettings: [.define("KEYWAY_POSTGRES", .when(traits: ["Postgres"]))]),
    .executableTarget(
        name: "Benchmarks",
        dependencies: [
            "CAllocationCount", "CFlatTable", "CPostgres", "CRawFile",
            .target(name: "CSQLite", condition: .when(traits: ["SQLite"])),
            "KeywayCore", "KeywayLog", "KeywayFileLog", "KeywayRuns", "KeywayOrchestrator", "KeywayPacked",
            "KeywayNodes", "KeywayPostgres", "KeywayReplay", "KeywayDebugger", "KeywaySuites", "KeywayTesting",
            "FlowLanguage", "FlowMachine", "FlowRules",
            "FlowTranscripts", "FlowGenerator", "FlowSearch", "FlowProviders", "ProviderFiles", "ProviderFlows",
            "ProgramStreams", "SimulatedDisk", "SystemTrials",
        ],
        path: "Tools/Benchmarks/Program", swiftSettings: strict, plugins: ["GenerateFlows"]),
]

/// What programs of `Tools` share: how they read their arguments, and where they write.
let programStreams: [Target] = [
    .target(
        name: "ProgramStreams", dependencies: ["KeywayLog"], path: "Tools/ProgramStreams", swiftSettings: strict),
    .testTarget(
        name: "ProgramStreamsTests", dependencies: ["KeywayLog", "ProgramStreams"], swiftSettings: strict),
]

/// The log on a simulated disk that fails, on a real one under processes that are killed, and with mistakes made on purpose.
let logTorture: [Target] = [
    .target(
        name: "SimulatedDisk", dependencies: ["KeywayCore", "KeywayLog", "KeywayFileLog"], path: "Tools/SimulatedDisk",
        swiftSettings: optimised),
    .executableTarget(
        name: "LogTorture",
        dependencies: [
            "KeywayCore", "KeywayLog", "KeywayFileLog", "KeywayRuns", "KeywayReplay", "KeywayNodes",
            "KeywayOrchestrator", "KeywayTesting", "SimulatedDisk", "ProgramStreams", "ProviderFlows",
        ],
        path: "Tools/LogTorture", swiftSettings: optimised, plugins: ["GenerateFlows"]),
    .testTarget(
        name: "LogTortureTests",
        dependencies: [
            "KeywayCore", "KeywayLog", "KeywayFileLog", "KeywayRuns", "KeywayNodes", "KeywayTesting", "SimulatedDisk",
            "ProgramStreams", "LogTorture", "TestThreads",
        ],
        swiftSettings: strict),
]

/// What a sign-in in a terminal is made of: an app's half, and SDKs that are played by their models.
let terminalSignInUses: [Target.Dependency] = [
    "KeywayCore", "KeywayLog", "KeywayFileLog", "KeywayPostgres", "KeywayRuns", "KeywayOrchestrator", "KeywayReplay",
    "KeywayKeys", "KeywayNodes", "KeywayTesting", "FlowLanguage", "FlowMachine", "FlowProviders", "ProviderFiles",
    "ProviderFlows", "ProgramStreams",
]

/// A sign-in that a person can try, and that is killed at any moment and goes on.
let terminalSignIn: [Target] = [
    .executableTarget(
        name: "TerminalSignIn", dependencies: terminalSignInUses, path: "Tools/TerminalSignIn", swiftSettings: strict),
    .testTarget(
        name: "TerminalSignInTests", dependencies: terminalSignInUses + ["TerminalSignIn"], swiftSettings: strict),
]

/// What systems drawn at random, explored and driven, are made of.
let systemTrialsUses: [Target.Dependency] = [
    "KeywayCore", "KeywayLog", "KeywayRuns", "KeywayDebugger", "KeywayOrchestrator", "KeywayTesting", "FlowLanguage",
    "FlowMachine", "FlowRules", "FlowSearch", "FlowProviders", "FlowTranscripts", "ProviderFiles",
]

/// What the explorer calls proved, held against runs of the run machine.
let proofTrials: [Target] = [
    .target(
        name: "SystemTrials", dependencies: systemTrialsUses, path: "Tools/SystemTrials", swiftSettings: optimised),
    .executableTarget(
        name: "ProofTrials", dependencies: ["SystemTrials", "KeywayFileLog", "ProgramStreams"] + systemTrialsUses,
        path: "Tools/ProofTrials", swiftSettings: strict),
    .testTarget(
        name: "ProofTrialsTests", dependencies: ["FlowProviders", "SystemTrials", "ProgramStreams", "ProofTrials"],
        swiftSettings: strict),
    .testTarget(
        name: "SystemTrialsTests", dependencies: systemTrialsUses + ["SystemTrials", "TestThreads"],
        swiftSettings: strict),
]

/// What articles and the code in them must hold.
let documentation: Target = .testTarget(
    name: "DocumentationTests",
    dependencies: [
        "Keyway", "KeywayCore", "KeywayLog", "KeywayFileLog", "KeywayRuns", "KeywayOrchestrator", "KeywayReplay",
        "KeywayPacked", "KeywayPostgres", "KeywayViews", "KeywayTesting", "KeywayKeys", "FlowLanguage", "FlowMachine",
        "FlowRules",
        "FlowGenerator",
        "FlowProviders",
        "ProviderFiles", "ProviderFlows", "FlowFixtures",
    ],
    swiftSettings: strict)

/// How the modules lie: what they import, and what their types are called.
let layout: Target = .testTarget(
    name: "LayoutTests", dependencies: ["TestThreads"], exclude: ["PublicNames.txt"], swiftSettings: strict)

/// All that an app imports.
let umbrella: Target = .target(
    name: "Keyway",
    dependencies: [
        "KeywayCore", "KeywayLog", "KeywayFileLog", "KeywayRuns", "KeywayOrchestrator", "KeywayReplay", "KeywayViews",
    ],
    swiftSettings: strict)

/// One target for each module of the library, with its tests.
let modules: [[Target]] = [
    module("KeywayCore", testsUse: ["FlowFixtures", "KeywayTesting"]),
    module("KeywayLog", uses: ["KeywayCore"], testsUse: ["KeywayTesting"]),
    module("KeywayFileLog", uses: ["KeywayCore", "KeywayLog"], testsUse: ["KeywayTesting", "SimulatedDisk"]),
    module(
        "KeywayRuns", uses: ["KeywayCore", "KeywayLog"], testsUse: ["FlowFixtures", "FlowMachine", "KeywayTesting"]),
    module(
        "KeywayNodes", uses: ["KeywayCore", "KeywayLog", "KeywayRuns"],
        testsUse: ["FlowFixtures", "KeywayOrchestrator", "KeywayTesting", "LoginFixtures", "ProviderFlows"]),
    [.target(name: "KeywayPacked", dependencies: ["KeywayCore"], swiftSettings: optimised)],
    module("FlowLanguage", testsUse: ["KeywayCore", "FlowFixtures"]),
    module(
        "FlowMachine", uses: ["KeywayCore", "FlowLanguage"],
        testsUse: ["FlowFixtures", "KeywayLog", "KeywayPacked", "KeywayRuns", "KeywayTesting", "FlowTranscripts"]),
    [.target(name: "KeywaySuites", dependencies: ["KeywayCore"], swiftSettings: optimised)],
    module(
        "KeywayTesting",
        uses: [
            "KeywayCore", "KeywayLog", "KeywayRuns", "KeywayNodes", "KeywayReplay", "KeywayOrchestrator",
            "KeywayPacked", "KeywaySuites",
        ],
        testsUse: ["FlowFixtures", "FlowGenerator", "ProviderFlows"]),
    module(
        "FlowRules", uses: ["KeywayCore", "FlowLanguage", "FlowMachine", "FlowSearch"],
        testsUse: ["FlowFixtures", "FlowGenerator", "KeywayTesting"]),
    module("FlowSearch"),
    module(
        "FlowProviders",
        uses: [
            "KeywayCore", "KeywayLog", "KeywayRuns", "KeywayDebugger", "FlowLanguage", "FlowMachine", "FlowRules",
            "FlowSearch", "FlowTranscripts",
        ], testsUse: ["FlowFixtures", "KeywayTesting"], testsExclude: ["Naive", "Profiles/Earlier", "Page"]),
    module(
        "FlowMutation",
        uses: [
            "KeywayCore", "KeywayRuns", "FlowLanguage", "FlowMachine", "FlowRules", "FlowProviders",
            "FlowTranscripts",
        ], testsUse: ["FlowFixtures"]),
    module(
        "FlowDiagram", testsUse: ["FlowFixtures", "FlowTables", "FlowLanguage", "FlowMachine", "KeywayTesting"]),
    module(
        "FlowTables", uses: ["KeywayCore", "FlowLanguage", "FlowMachine", "FlowDiagram"],
        testsUse: ["FlowFixtures", "KeywayTesting"], testsExclude: ["Diagrams/Snapshots"]),
    module(
        "FlowGenerator",
        uses: ["KeywayCore", "KeywayPacked", "KeywaySuites", "FlowLanguage", "FlowMachine", "FlowRules"],
        testsUse: ["FlowFixtures"]),
    [
        .target(
            name: "FlowConformance",
            dependencies: [
                "KeywayCore", "KeywayLog", "KeywayRuns", "KeywaySuites", "FlowMachine", "FlowGenerator",
                "FlowTranscripts",
            ], swiftSettings: optimised)
    ],
    module(
        "KeywayOrchestrator", uses: ["KeywayCore", "KeywayLog", "KeywayReplay", "KeywayRuns", "KeywayNodes"],
        testsUse: [
            "FlowFixtures", "FlowTranscripts", "KeywayFileLog", "KeywayTesting", "LoginFixtures", "ProviderFlows",
        ]),
    module(
        "KeywayViews", uses: ["KeywayCore", "KeywayRuns", "KeywayOrchestrator"],
        testsUse: ["Keyway", "KeywayLog", "KeywayTesting", "LoginFixtures", "ProviderFlows"]),
    module(
        "FlowTranscripts", uses: ["KeywayCore", "KeywayLog", "KeywayRuns", "KeywayReplay"],
        testsUse: ["FlowFixtures"], testsExclude: ["Outlines/Snapshots"]),
    module(
        "KeywayReplay", uses: ["KeywayCore", "KeywayLog", "KeywayRuns"],
        testsUse: ["FlowFixtures", "KeywayTesting", "FlowTranscripts"]),
    module(
        "KeywayDebugger", uses: ["KeywayCore", "KeywayLog", "KeywayRuns", "KeywayReplay"],
        testsUse: ["FlowFixtures", "FlowLanguage", "FlowTranscripts", "KeywayTesting"]),
    module(
        "FlowReports",
        uses: [
            "KeywayCore", "KeywayLog", "KeywayRuns", "KeywayReplay", "KeywayDebugger", "FlowDiagram", "FlowTables",
        ],
        testsUse: ["FlowFixtures", "FlowTranscripts", "KeywayTesting"],
        resources: [.embedInCode("Scripts"), .embedInCode("Styles"), .embedInCode("Body")]),
]

let package = Package(
    name: "keyway",
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: [
        .library(
            name: "Keyway",
            targets: [
                "Keyway", "KeywayCore", "KeywayLog", "KeywayFileLog", "KeywayRuns", "KeywayOrchestrator",
                "KeywayReplay",
                "KeywayViews",
            ]),
        .library(name: "KeywayKeys", targets: ["KeywayKeys"]),
        .library(name: "KeywayPostgres", targets: ["KeywayPostgres"]),
        .library(name: "KeywayPacked", targets: ["KeywayPacked"]),
        .library(name: "KeywayTesting", targets: ["KeywayTesting", "KeywaySuites"]),
        .library(name: "FlowLanguage", targets: ["FlowLanguage"]),
        .library(name: "FlowRules", targets: ["FlowMachine", "FlowRules"]),
        .library(name: "FlowGenerator", targets: ["FlowGenerator"]),
        .library(name: "FlowSearch", targets: ["FlowSearch"]),
        .library(name: "FlowProviders", targets: ["FlowProviders"]),
        .library(name: "ProviderFiles", targets: ["ProviderFiles"]),
        .library(name: "ProviderFlows", targets: ["ProviderFlows"]),
        .executable(name: "keyway", targets: ["KeywayCommandLine"]),
        .executable(name: "FlowCompiler", targets: ["FlowCompiler"]),
        .executable(name: "LogTorture", targets: ["LogTorture"]),
        .executable(name: "TerminalSignIn", targets: ["TerminalSignIn"]),
        .executable(name: "ProofTrials", targets: ["ProofTrials"]),
        .executable(name: "Benchmarks", targets: ["Benchmarks"]),
        .plugin(name: "GenerateFlows", targets: ["GenerateFlows"]),
        .plugin(name: "RegenerateFlows", targets: ["RegenerateFlows"]),
    ],
    traits: [
        .trait(name: "Crypto", description: "Encrypted values, over CryptoKit or libcrypto"),
        .trait(name: "Postgres", description: "Logs in PostgreSQL, over libpq, whose headers the build needs"),
        .trait(name: "SQLite", description: "Benchmarks compare the log with SQLite, whose headers they need"),
    ],
    targets: modules.flatMap { $0 } + crypto + postgres + shippedSpecs + commandLine
        + programStreams + logTorture + terminalSignIn + proofTrials + benchmarks + [
            umbrella, fixtures, testThreads, loginFixtures, randomFlows, documentation, layout,
        ]
        + flowPlugins
)
