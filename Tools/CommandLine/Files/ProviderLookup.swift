import FlowLanguage
import FlowMachine
import FlowRules
import KeywayCore

/// A provider's model with the file that declares it.
struct LookedUpModel: Sendable {
    var source: SourceText
    var model: ProviderModel

    /// The provider's name with the version, such as `OTPless@2.3.2`.
    var name: String { model.reference }

    /// Whether this file declares that model: it has the same provider and version.
    func isFile(of other: ProviderModel) -> Bool { name == other.reference }
}

extension ProviderModel {
    /// The provider's name with the version, such as `OTPless@2.3.2`.
    var reference: String { "\(name.text)@\(version.content)" }
}

extension Option {
    /// The models that a command works beside; the summary says what it does with them.
    static func against(_ summary: String) -> Option {
        Option(name: "--against", value: "PROVIDER", summary: summary, isRepeated: true)
    }
}

extension Arguments {
    /// What `--against` names, in the call's order.
    var providers: [String] { lists["--against"] ?? [] }
}

/// Finds what PROVIDER means on a command line: a path, a name with a version, or a name for every version.
struct ProviderLookup {
    /// The models as the call names them.
    private let words: [String]
    /// The folder of specs; nil where there is none.
    private let specs: String?

    init(_ words: [String], specs: String?) {
        self.words = words
        self.specs = specs
    }

    /// The models that the call names, in its order and without repetition.
    func named() throws(CallRefusal) -> [LookedUpModel] {
        var models: [LookedUpModel] = []
        for word in words {
            for model in try find(word) where !models.contains(where: { $0.source.path == model.source.path }) {
                models.append(model)
            }
        }
        return models
    }

    private func find(_ word: String) throws(CallRefusal) -> [LookedUpModel] {
        if word.contains("/") || word.hasSuffix(".provider") { return [try read(word)] }
        let parts = word.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let models = try models()
        let ofProvider = models.filter { $0.model.name.text == parts[0] }
        let meant = parts.count == 1 ? ofProvider : ofProvider.filter { $0.model.version.content == parts[1] }
        guard meant.isEmpty else { return meant }
        let known = (ofProvider.isEmpty ? models : ofProvider).map(\.name)
        let place =
            specs.map { "\($0), which has: \(known.joined(separator: ", "))" } ?? "any folder Specs here or above"
        throw CallRefusal("provider '\(word.harmless)' is not in \(place)")
    }

    /// The models in the folder of specs, in the order of their names and versions; none where there is no such folder.
    func models() throws(CallRefusal) -> [LookedUpModel] {
        guard let specs else { return [] }
        var models: [LookedUpModel] = []
        for path in try FileAccess.files(in: specs, endingIn: [".provider"]) { models.append(try read(path)) }
        return models.sorted { $0.name < $1.name }
    }

    private func read(_ path: String) throws(CallRefusal) -> LookedUpModel {
        let source = SourceText(path: path, bytes: try FileAccess.bytes(of: path, as: "a provider"))
        let checked = check(source)
        let errors = checked.diagnostics.filter { $0.severity == .error }
        guard errors.isEmpty else { throw CallRefusal(errors.map { CallRefusal.Problem($0, in: source) }) }
        guard let model = checked.model else { throw CallRefusal("this file declares no provider", at: path) }
        return LookedUpModel(source: source, model: model)
    }
}
