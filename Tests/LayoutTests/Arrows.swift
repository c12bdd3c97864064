/// The arrows between modules: an arrow from one to another says that the one imports the other. These are all that `Sources` may have.
///
/// What a line lists is imported somewhere in the module, and the manifest gives the module exactly that.
enum Arrows {
    static let all: [String: Set<String>] = [
        // What runs in an app.
        "KeywayCore": [],
        "KeywayLog": ["KeywayCore"],
        "KeywayFileLog": ["KeywayCore", "KeywayLog"],
        "KeywayPacked": ["KeywayCore"],
        "KeywayRuns": ["KeywayCore", "KeywayLog"],
        "KeywayReplay": ["KeywayCore", "KeywayLog", "KeywayRuns"],
        "KeywayNodes": ["KeywayCore", "KeywayLog", "KeywayRuns"],
        "KeywayDebugger": ["KeywayCore", "KeywayLog", "KeywayRuns", "KeywayReplay"],
        "KeywayOrchestrator": ["KeywayCore", "KeywayLog", "KeywayReplay", "KeywayRuns", "KeywayNodes"],
        "KeywayViews": ["KeywayCore", "KeywayRuns", "KeywayOrchestrator"],
        "Keyway": [
            "KeywayCore", "KeywayLog", "KeywayFileLog", "KeywayRuns", "KeywayOrchestrator", "KeywayReplay",
            "KeywayViews",
        ],
        "KeywayCrypto": ["LibCrypto"],
        "KeywayKeys": ["KeywayCore", "KeywayLog", "KeywayFileLog", "KeywayRuns", "KeywayCrypto"],
        "LibCrypto": [],
        "KeywayPostgres": [
            "KeywayCore", "KeywayLog", "KeywayRuns", "KeywayNodes", "KeywayKeys", "KeywayCrypto", "LibPQ",
        ],
        "LibPQ": [],
        // What runs in a test.
        "KeywaySuites": ["KeywayCore"],
        "KeywayTesting": [
            "KeywayCore", "KeywayLog", "KeywayRuns", "KeywayNodes", "KeywayReplay", "KeywayOrchestrator",
            "KeywayPacked", "KeywaySuites",
        ],
        // What works on declarations.
        "FlowLanguage": [],
        "FlowMachine": ["KeywayCore", "FlowLanguage"],
        "FlowRules": ["KeywayCore", "FlowLanguage", "FlowMachine", "FlowSearch"],
        "FlowSearch": [],
        "FlowTranscripts": ["KeywayCore", "KeywayLog", "KeywayRuns", "KeywayReplay"],
        "FlowProviders": [
            "KeywayCore", "KeywayLog", "KeywayRuns", "KeywayDebugger", "FlowLanguage", "FlowMachine", "FlowRules",
            "FlowSearch", "FlowTranscripts",
        ],
        "FlowMutation": [
            "KeywayCore", "KeywayRuns", "FlowLanguage", "FlowMachine", "FlowRules", "FlowProviders", "FlowTranscripts",
        ],
        "FlowDiagram": [],
        "FlowTables": ["KeywayCore", "FlowLanguage", "FlowMachine", "FlowDiagram"],
        "FlowReports": [
            "KeywayCore", "KeywayLog", "KeywayRuns", "KeywayReplay", "KeywayDebugger", "FlowDiagram", "FlowTables",
        ],
        "FlowConformance": [
            "KeywayCore", "KeywayLog", "KeywayRuns", "KeywaySuites", "FlowMachine", "FlowGenerator", "FlowTranscripts",
        ],
        "FlowGenerator": ["KeywayCore", "KeywayPacked", "KeywaySuites", "FlowLanguage", "FlowMachine", "FlowRules"],
    ]

    /// The modules of the system that a module imports besides: none, where no line stands.
    static let toTheSystem: [String: Set<String>] = [
        "KeywayLog": libc, "KeywayFileLog": libc, "KeywayOrchestrator": libc, "KeywayTesting": libc,
        "KeywayViews": ["Combine", "Observation"],
        "KeywayCrypto": ["CryptoKit"], "KeywayPostgres": libc,
    ]

    private static let libc: Set = ["Darwin", "Glibc", "Musl"]

    /// What an app carries with it, which knows nothing of the modules that work on declarations.
    static func isOfApps(_ module: String) -> Bool { module.hasPrefix("Keyway") }
}
