import FlowLanguage
import KeywayCore

/// Turns a spec into a machine, one kind of element after the other, and goes on after every problem.
///
/// A name is declared with its position in the machine before anything that uses the name is resolved.
struct Resolver {
    let spec: FlowSpec
    /// The text that the spec was read from.
    let source: SourceText
    /// Finds the flows that the spec names as children.
    let flows: FlowDirectory
    /// The machine as far as it is resolved.
    var machine: Machine
    /// The problems so far, in the order in which they were found.
    var diagnostics: [Diagnostic] = []

    // The name spaces, for each name what it means; an integer is a position in the machine.
    var types = NameTable<NamedType>()
    var targets = NameTable<TargetName>()
    var events = NameTable<Int>()
    var effects = NameTable<Int>()
    var variables = NameTable<Int>()
    /// The position in the machine of each lane, by its name.
    var lanes: [String: Int] = [:]
    /// The position in the machine of each sub-flow, by its name.
    var children: [String: Int] = [:]
    /// What was found of the flows that children name, by the flow's name, so that each is read once.
    var readFlows: [String: FlowDirectory.Entry] = [:]
    /// The names of the types and enums that something uses; the others get a warning.
    var usedTypes: Set<String> = []
    /// Names whose declaration has a reported problem; their uses are not reported as unknown.
    var unresolvedNames: Set<String> = []
    /// The rows with their scopes. All `pending` lists wait until every scope, timer and effect is declared.
    var pendingRows: [PendingRow] = []
    var pendingChoices: [PendingChoice] = []
    var pendingEnters: [(scope: Int, body: FlowLanguage.Body)] = []
    var pendingHolds: [(state: Int, timers: [Name])] = []

    /// What a name of a type means.
    enum NamedType {
        /// A range of texts, integers or durations, with its class.
        case scalar(Kind, Field.Classification)
        /// The enum at this position in the machine.
        case enumeration(Int)
    }

    /// What a name in the name space of targets means.
    enum TargetName {
        /// A state, final or choice.
        case target(Machine.Target)
        /// A group, which shares the name space though no row leads to it.
        case group
    }

    /// A row that is not resolved yet, and the scope in which it stands.
    struct PendingRow {
        var scope: Int
        var content: Content

        enum Content {
            /// A row of `on`, `ignore`, `reject` or `late`.
            case row(FlowLanguage.Row)
            /// An `after` or `within`, and the position of its timer.
            case deadline(Deadline, timer: Int)
        }
    }

    /// A choice of which only the name is declared, and its position in the machine.
    struct PendingChoice {
        var position: Int
        var declaration: ChoiceDeclaration
    }

    init(spec: FlowSpec, source: SourceText, flows: FlowDirectory) {
        self.spec = spec
        self.source = source
        self.flows = flows
        var version = 1
        if case .flow(_, let number) = spec.header { version = number.content }
        let file = Machine.Scope(
            name: spec.name, kind: .file, parent: nil, enter: nil, otherRows: [], range: spec.name.range)
        machine = Machine(
            name: spec.name, version: version, documentation: spec.documentation, enumerations: [], variables: [],
            events: [], effects: [], timers: [], lanes: [], children: [], scopes: [file], states: [], choices: [],
            rows: [], sources: [], unusableChildren: [])
    }

    /// Resolves the whole spec into `machine`.
    mutating func resolve() {
        resolveTypes()
        resolveParameters()
        resolveContext()
        resolveEvents()
        resolveEffects()
        resolveScopes()
        resolveSources()
        resolveEffectDetails()
        resolveBodiesOfScopes()
        resolveRows()
        resolveChoices()
        resolveFinalsAndRequirements()
        resolveRoles()
        resolveScenarios()
        reportUnusedTypes()
        machine.indexRows()
    }

    // MARK: - Reporting

    /// Reports an error; `see` points to another place in the spec that the error has to do with.
    mutating func report(
        _ message: String, at range: SourceRange, _ code: DiagnosticCode, see note: Diagnostic.Note? = nil
    ) {
        diagnostics.append(.error(at: range, message, code: code, notes: note.map { [$0] } ?? []))
    }

    /// Reports a name that is not declared, unless its declaration may stand in text that could not be read, or has been reported.
    ///
    /// `kind` is what the message calls the thing that is missing; `known` are the names from which a similar one is suggested.
    mutating func reportUnknown(_ name: Name, _ kind: String, _ code: DiagnosticCode, among known: [String]) {
        guard !spec.unreadWords.contains(name.text), !unresolvedNames.contains(name.text) else { return }
        let suggestion = closest(to: name.text, among: known).map { "; did you mean '\($0)'?" } ?? ""
        report("there is no \(kind) '\(name.text)'\(suggestion)", at: name.range, code)
    }

    /// Declares a name in a name space, `table`; false, after a report, where the name space has the name already.
    mutating func declare<Content>(
        _ name: Name, as content: Content, in table: WritableKeyPath<Resolver, NameTable<Content>>, _ kind: String
    ) -> Bool {
        if let first = self[keyPath: table].ranges[name.text] {
            report(
                "\(kind) '\(name.text)' is declared twice", at: name.range, .duplicateName,
                see: .init("'\(name.text)' is declared here first", at: first))
            return false
        }
        self[keyPath: table].insert(content, for: name)
        return true
    }

    /// The declarations of the file, in order.
    var declarations: [Declaration] {
        spec.elements.compactMap { if case .declaration(let declaration) = $0 { declaration } else { nil } }
    }

    /// The items of the file's own scope, in order.
    var items: [Item] {
        spec.elements.compactMap { if case .item(let item) = $0 { item } else { nil } }
    }
}

/// One name space: each name once, with the place of its declaration.
struct NameTable<Content> {
    private(set) var contents: [String: Content] = [:]
    private(set) var ranges: [String: SourceRange] = [:]

    subscript(_ name: String) -> Content? { contents[name] }
    var names: [String] { contents.keys.sorted() }

    mutating func insert(_ content: Content, for name: Name) {
        contents[name.text] = content
        ranges[name.text] = name.range
    }
}
