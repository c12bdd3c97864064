/// What a diagnostic code means, why it matters and how it is cured.
public struct DiagnosticPage: Sendable {
    /// The code that the page explains; each code has one page.
    public var code: DiagnosticCode
    /// What is wrong, in a few words without a capital or a full stop.
    public var title: String
    /// Why it is wrong, in whole sentences, with the rule of the language's reference where there is one.
    public var cause: String
    /// A whole spec that has the problem, or a few words about one where a spec would be too long or unprintable.
    public var example: String
    /// How to cure the problem.
    public var advice: String
    /// The part of the example that is wrong, and what to write in its place; nil where the example is no whole spec.
    var mending: (wrong: String, right: String)?

    init(
        _ code: DiagnosticCode, _ title: String, cause: String, example: String, cure advice: String,
        instead wrong: String? = nil, write right: String = ""
    ) {
        self.code = code
        self.title = title
        self.cause = cause
        self.example = example
        self.advice = advice
        mending = wrong.map { ($0, right) }
    }

    /// The example without the problem; nil where the example is no whole spec.
    public var mended: String? {
        mending.map { example.replacing($0.wrong, with: $0.right, maxReplacements: 1) }
    }

    /// The page as `keyway help` prints it.
    public var text: String {
        var parts = ["\(code.name), \(code.severity.rawValue): \(title)", "Cause\n" + indented(cause)]
        parts.append("Example\n" + indented(example))
        parts.append("Cure\n" + indented(advice))
        if let mended { parts.append(indented(mended)) }
        return parts.joined(separator: "\n\n") + "\n"
    }

    private func indented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.isEmpty ? "" : "    " + $0 }
            .joined(separator: "\n")
    }
}

extension DiagnosticCode {
    /// Every page, in the order of the codes.
    public static let pages: [DiagnosticPage] =
        (DiagnosticPage.ofText + DiagnosticPage.ofNames + DiagnosticPage.ofValues + DiagnosticPage.ofStructure
        + DiagnosticPage.ofScopes + DiagnosticPage.ofScenarios + DiagnosticPage.ofModels
        + DiagnosticPage.ofProfiles)
        .sorted { $0.code.rawValue < $1.code.rawValue }

    /// The code's page, which each code has; a test holds this.
    public var page: DiagnosticPage? { Self.pages.first { $0.code == self } }

    /// Whether a problem with this code is an error or a warning.
    public var severity: Diagnostic.Severity {
        switch self {
        case .neverUsed, .claimsUnproved, .tooManyConfigurations, .successWithoutRequirement, .restartTakesValue,
            .pollOutlastsRun, .childNotChecked:
            .warning
        default: .error
        }
    }
}
