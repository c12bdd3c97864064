import FlowLanguage
import FlowMachine
import FlowRules

/// A profile with the file that declares it.
struct LookedUpProfile: Sendable {
    var source: SourceText
    var profile: ProfileSpec
}

/// Finds what PROFILE means on a command line: a path, or the name of a file in the folder of specs.
struct ProfileLookup {
    /// The folder of specs; nil where there is none.
    let specs: String?
    /// The texts that the call names: the roles of their flows are known, wherever the profile lies.
    let given: [SourceText]

    func profile(_ word: String) throws(CallRefusal) -> LookedUpProfile {
        if word.contains("/") || word.hasSuffix(".profile") { return try read(word) }
        var known: [String] = []
        if let specs {
            for path in try FileAccess.files(in: specs, endingIn: [".profile"]) {
                let name = String((path.split(separator: "/").last ?? "").dropLast(".profile".count))
                if name == word { return try read(path) }
                known.append(name)
            }
        }
        let place = specs ?? "any folder Specs here or above"
        throw CallRefusal(
            "profile '\(word.harmless)' is not in \(place)"
                + (known.isEmpty ? "" : ", which has: \(known.sorted().joined(separator: ", "))"))
    }

    private func read(_ path: String) throws(CallRefusal) -> LookedUpProfile {
        let source = SourceText(path: path, bytes: try FileAccess.bytes(of: path, as: "a profile"))
        let checked = check(source, beside: .onDisk(around: path, given: given))
        let errors = checked.diagnostics.filter { $0.severity == .error }
        guard errors.isEmpty else { throw CallRefusal(errors.map { CallRefusal.Problem($0, in: source) }) }
        guard let profile = checked.profile else { throw CallRefusal("this file declares no profile", at: path) }
        return LookedUpProfile(source: source, profile: profile)
    }
}
