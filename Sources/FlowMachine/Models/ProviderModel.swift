public import FlowLanguage
public import KeywayCore

/// What one version of a provider's SDK may say and when it says nothing, with every name resolved.
///
/// Elements refer to each other by position; the first state is where the SDK begins.
public struct ProviderModel: Sendable {
    /// The provider that effects name behind `calls`.
    public var name: Name
    /// As it stands between the quotes; models of one provider differ in it.
    public var version: Located<String>
    /// The source whose raw callbacks the words are; nil where the SDK speaks by its answers alone.
    public var source: Name?
    /// The `///` lines above the first line of the file, without their slashes.
    public var documentation: [String]
    /// In the order of the file; kinds of value refer to them by position.
    public var enumerations: [Enumeration]
    /// In the order of the file; one that is true at first is a ghost (rule 29b).
    public var variables: [Machine.Variable]
    /// In the order of the file.
    public var words: [Word]
    /// What its rows answer, each once. Where there is one, only the model answers the effects that call it (rule 29h).
    public var answers: [Answer] = []
    /// What it demands of whoever calls it, always or never, of its states and variables.
    public var requirements: [Machine.Requirement] = []
    /// In the order of the file; a model has no finals.
    public var states: [State]
    /// In the order of the file; where several can happen, any of them may.
    public var rows: [Row]

    /// A raw callback that the provider may speak.
    public struct Word: Sendable {
        /// What the model calls it; the flow never hears this name.
        public var name: Name
        /// What stands in the field that the source goes by.
        public var callbackName: String
        /// The fields of the callback, without that one.
        public var fields: RawValue
        /// Whether it tells a success.
        public var isSuccess: Bool

        /// The raw callback, of a source that goes by this field.
        public func callback(by field: String) -> RawValue {
            guard case .object(var members) = fields else { return fields }
            members[field] = .text(callbackName)
            return .object(members)
        }
    }

    /// A condition that the SDK is in.
    public struct State: Sendable {
        /// Unknown to the flow, which sees the SDK's words alone.
        public var name: Name
        /// The scopes around it, from its own to the file's, which is scope 0.
        public var scopes: [Int]
    }

    /// One row: what happens in a scope, when, and where it leads.
    public struct Row: Sendable {
        /// What makes a row of the model happen.
        public enum Happening: Hashable, Sendable {
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
        public var scope: Int
        /// Only a call is the flow's doing; the rest may happen at any moment or never.
        public var happening: Happening
        /// Reads the model's own variables.
        public var condition: Machine.Row.Guard
        /// Nil where the model stays.
        public var target: Int?
        /// Made all at once; a count stops at its bounds.
        public var assignments: [Body.Assignment]
        /// The whole row.
        public var range: SourceRange
        /// Whether its guard reads a ghost, so that it speaks of an earlier attempt (rule 29e).
        public var readsGhost: Bool
        /// The variables that its guard reads.
        public var guardVariables: Set<Int>
    }

    /// The calls that some row answers, in the order of their names.
    public var calls: [String] {
        var names: Set<String> = []
        for row in rows { if case .call(let name) = row.happening { names.insert(name) } }
        return names.sorted()
    }

    /// `OTPless 2.3.2`
    public var title: String { "\(name.text) \(version.content)" }
}
