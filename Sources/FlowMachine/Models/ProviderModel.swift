public import FlowLanguage
package import KeywayCore

/// What one version of a provider's SDK may say and when it says nothing, with every name resolved.
///
/// Elements refer to each other by position; the first state is where the SDK begins.
public struct ProviderModel: Sendable {
    /// The provider that effects name behind `calls`.
    public var name: Name
    /// The SDK's version, as it stands between the quotes; models of one provider differ in it.
    public var version: Located<String>
    /// The name of the source in flows that reads the words; nil where the SDK speaks only by answering calls.
    package var source: Name?
    /// The `///` lines above the first line of the file, without their slashes.
    package var documentation: [String]
    /// In the order of the file; kinds of value refer to them by position.
    package var enumerations: [Enumeration]
    /// In the order of the file.
    ///
    /// A variable whose first value is true is a *ghost* (rule 29b): it stands for something that an earlier run may have left in
    /// the SDK. The words of a row whose guard reads a ghost are of an earlier attempt or run (rule 29e).
    package var variables: [Machine.Variable]
    /// In the order of the file.
    package var words: [Word]
    /// The replies that the `answer` rows give, each once.
    ///
    /// Where the model has any, the effects that call the provider get their replies, but for their `otherwise`, from the model alone
    /// (rule 29h); else any declared reply may come, as it may from our backend.
    package var answers: [Answer] = []
    /// What the SDK demands of whoever calls it: what must be true of the model's states and variables always or never.
    package var requirements: [Machine.Requirement] = []
    /// In the order of the file; a model has no finals.
    package var states: [State]
    /// In the order of the file, which decides nothing: where several rows can happen, any of them may.
    package var rows: [Row]

    /// A raw callback that the provider may send.
    package struct Word: Sendable {
        /// What the model calls the word; the flow never hears this name.
        package var name: Name
        /// What the raw callback has in the field that the flow's source names behind `by`; it tells kinds of callback apart.
        package var callbackName: String
        /// The other fields of the raw callback, as an object.
        package var fields: RawValue
        /// For each field of that object, by its name, the place in the model's file that first gives it a value.
        package var fieldRanges: [String: SourceRange] = [:]
        /// Whether the model lists the word behind `success`, so that it tells the app of a success.
        package var isSuccess: Bool

        /// The whole raw callback, for a source that names this field behind `by`.
        package func callback(by field: String) -> RawValue {
            guard case .object(var members) = fields else { return fields }
            members[field] = .text(callbackName)
            return .object(members)
        }
    }

    /// A condition that the SDK is in.
    package struct State: Sendable {
        /// The state's name, which the flow does not know: it hears the SDK's words alone.
        package var name: Name
        /// The state's scopes, from its own outwards to the file's, which is scope 0.
        package var scopes: [Int]
    }

    /// One row: what happens in a scope, when, and where it leads.
    package struct Row: Sendable {
        /// What makes a row of the model happen.
        package enum Happening: Hashable, Sendable {
            /// The flow's effect makes this call.
            case call(String)
            /// The SDK says these words, by their positions, back to back: no other word comes to the flow between them.
            case speech([Int])
            /// An open effect that calls the provider gets the answer at this position.
            case answer(Int)
            /// Something happens in the SDK and nothing is said: a `quiet` row.
            case silence
        }

        /// The scope in which the row stands; the file is 0.
        package var scope: Int
        /// What makes the row happen: a call is made by the flow, anything else may happen at any moment or never.
        package var happening: Happening
        /// When the row holds; it reads the model's own variables.
        package var condition: Machine.Row.Guard
        /// The state to which the row leads; nil where the model stays in its state.
        package var target: Int?
        /// Made all at once. A count stops at its bounds (rule 29a).
        package var assignments: [Body.Assignment]
        /// Where the whole row stands in the model's file.
        package var range: SourceRange
        /// Whether the guard reads a ghost, a variable that is true at first; then the row's words are of an earlier attempt (rule 29e).
        package var readsGhost: Bool
        /// The positions of the variables that the guard reads.
        package var guardVariables: Set<Int>
    }

    /// The names of the calls that some `call` row of the model takes, sorted.
    package var calls: [String] {
        var names: Set<String> = []
        for row in rows { if case .call(let name) = row.happening { names.insert(name) } }
        return names.sorted()
    }

    /// Whether the model says that the call may do nothing, as one that is never made: in each scope whose rows name the call, one of
    /// these rows has no guard, stays and assigns nothing.
    package func mayDoNothing(at call: String) -> Bool {
        let named = rows.filter { $0.happening == .call(call) }
        return Set(named.map(\.scope)).allSatisfy { scope in
            named.contains { row in
                guard case .always = row.condition else { return false }
                return row.scope == scope && row.target == nil && row.assignments.isEmpty
            }
        }
    }

    /// The provider and the version, `OTPless 2.3.2`.
    public var title: String { "\(name.text) \(version.content)" }
}
