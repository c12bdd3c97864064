public import FlowLanguage
package import KeywayCore

/// What one version of a provider's SDK may say and when it says nothing, with every name resolved.
///
/// Elements refer to each other by position; the first state is where the SDK begins.
public struct ProviderModel: Sendable {
    /// The provider that effects name behind `calls`.
    public var name: Name
    /// As it stands between the quotes; models of one provider differ in it.
    public var version: Located<String>
    /// The source whose raw callbacks the words are; nil where the SDK speaks by its answers alone.
    package var source: Name?
    /// The `///` lines above the first line of the file, without their slashes.
    package var documentation: [String]
    /// In the order of the file; kinds of value refer to them by position.
    package var enumerations: [Enumeration]
    /// In the order of the file; one that is true at first is a ghost (rule 29b).
    package var variables: [Machine.Variable]
    /// In the order of the file.
    package var words: [Word]
    /// What its rows answer, each once. Where there is one, only the model answers the effects that call it (rule 29h).
    package var answers: [Answer] = []
    /// What it demands of whoever calls it, always or never, of its states and variables.
    package var requirements: [Machine.Requirement] = []
    /// In the order of the file; a model has no finals.
    package var states: [State]
    /// In the order of the file; where several can happen, any of them may.
    package var rows: [Row]

    /// A raw callback that the provider may speak.
    package struct Word: Sendable {
        /// What the model calls it; the flow never hears this name.
        package var name: Name
        /// What stands in the field that the source goes by.
        package var callbackName: String
        /// The fields of the callback, without that one.
        package var fields: RawValue
        /// Whether it tells a success.
        package var isSuccess: Bool

        /// The raw callback, of a source that goes by this field.
        package func callback(by field: String) -> RawValue {
            guard case .object(var members) = fields else { return fields }
            members[field] = .text(callbackName)
            return .object(members)
        }
    }

    /// A condition that the SDK is in.
    package struct State: Sendable {
        /// Unknown to the flow, which sees the SDK's words alone.
        package var name: Name
        /// The scopes around it, from its own to the file's, which is scope 0.
        package var scopes: [Int]
    }

    /// One row: what happens in a scope, when, and where it leads.
    package struct Row: Sendable {
        /// What makes a row of the model happen.
        package enum Happening: Hashable, Sendable {
            /// The flow's effect makes this call.
            case call(String)
            /// The words enter the channel together.
            case speech([Int])
            /// An open effect that calls the provider gets the answer at this position.
            case answer(Int)
            /// Something ends, and nothing is said.
            case silence
        }

        /// The scope in which it stands; the file is 0.
        package var scope: Int
        /// Only a call is the flow's doing; the rest may happen at any moment or never.
        package var happening: Happening
        /// Reads the model's own variables.
        package var condition: Machine.Row.Guard
        /// Nil where the model stays.
        package var target: Int?
        /// Made all at once; a count stops at its bounds.
        package var assignments: [Body.Assignment]
        /// The whole row.
        package var range: SourceRange
        /// Whether its guard reads a ghost, so that it speaks of an earlier attempt (rule 29e).
        package var readsGhost: Bool
        /// The variables that its guard reads.
        package var guardVariables: Set<Int>
    }

    /// The calls that some row answers, in the order of their names.
    package var calls: [String] {
        var names: Set<String> = []
        for row in rows { if case .call(let name) = row.happening { names.insert(name) } }
        return names.sorted()
    }

    /// `OTPless 2.3.2`
    public var title: String { "\(name.text) \(version.content)" }
}
