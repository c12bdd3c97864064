import FlowLanguage
import KeywayCore

/// Turns a spec into a machine, one kind of element after the other, and goes on after every problem.
struct Resolver {
    let spec: FlowSpec
    let source: SourceText
    let flows: FlowDirectory
    var machine: Machine
    var diagnostics: [Diagnostic] = []

    var types = NameTable<NamedType>()
    var targets = NameTable<TargetName>()
    var events = NameTable<Int>()
    var effects = NameTable<Int>()
    var variables = NameTable<Int>()
    /// Lanes and sub-flows by their names, with their positions in the machine.
    var lanes: [String: Int] = [:]
    var children: [String: Int] = [:]
    /// What was found of the flows of sub-flows, each read once.
    var readFlows: [String: FlowDirectory.Entry] = [:]
    /// Which types and enums were named, to tell those that never are.
    var usedTypes: Set<String> = []
    /// Names whose declaration stands in the file and could not be resolved; their uses are no further problems.
    var unresolvedNames: Set<String> = []
    /// Rows and choices wait until every scope and timer is known.
    var pendingRows: [PendingRow] = []
    var pendingChoices: [PendingChoice] = []
    var pendingEnters: [(scope: Int, body: FlowLanguage.Body)] = []
    var pendingHolds: [(state: Int, timers: [Name])] = []

    enum NamedType {
        case scalar(Kind, Field.Classification)
        case enumeration(Int)
    }

    enum TargetName {
        case target(Machine.Target)
        case group
    }

    struct PendingRow {
        var scope: Int
        var content: Content

        enum Content {
            case row(FlowLanguage.Row)
            case deadline(Deadline, timer: Int)
        }
    }

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
            name: spec.name, kind: .file, parent: nil, enter: nil, claims: [], range: spec.name.range)
        machine = Machine(
            name: spec.name, version: version, documentation: spec.documentation, enumerations: [], variables: [],
            events: [], effects: [], timers: [], lanes: [], children: [], scopes: [file], states: [], choices: [],
            rows: [], sources: [], unchecked: [])
    }

    mutating func resolve() {
        resolveTypes()
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
        resolveScenarios()
        reportUnusedTypes()
        machine.indexRows()
    }

    // MARK: - Reporting

    mutating func report(
        _ message: String, at range: SourceRange, _ code: DiagnosticCode, see note: Diagnostic.Note? = nil
    ) {
        diagnostics.append(.error(at: range, message, code: code, notes: note.map { [$0] } ?? []))
    }

    /// Reports a name that is not declared, unless its declaration may stand in text that could not be read.
    mutating func reportUnknown(_ name: Name, _ kind: String, _ code: DiagnosticCode, among known: [String]) {
        guard !spec.unreadWords.contains(name.text), !unresolvedNames.contains(name.text) else { return }
        let suggestion = closest(to: name.text, among: known).map { "; did you mean '\($0)'?" } ?? ""
        report("there is no \(kind) '\(name.text)'\(suggestion)", at: name.range, code)
    }

    /// Declares a name in its name space; the second of one name is reported and left out.
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

/// The known name that differs least, if it differs by at most a third of its letters.
func closest(to name: String, among known: [String]) -> String? {
    let limit = max(1, min(name.count, 40) / 3)
    var best: (name: String, distance: Int)?
    for candidate in known where abs(candidate.count - name.count) <= limit && candidate.count <= 60 {
        let distance = editDistance(Array(candidate.utf8), Array(name.utf8))
        if distance <= limit, distance < (best?.distance ?? .max) { best = (candidate, distance) }
    }
    return best?.name
}

/// How many letters must be put in, taken out or changed to make one name of the other.
private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var row = Array(0...right.count)
    for (i, leftByte) in left.enumerated() {
        var diagonal = row[0]
        row[0] = i + 1
        for (j, rightByte) in right.enumerated() {
            let replaced = diagonal + (leftByte == rightByte ? 0 : 1)
            diagonal = row[j + 1]
            row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
        }
    }
    return row[right.count]
}
