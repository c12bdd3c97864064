public import FlowLanguage
import FlowMachine

/// The text of a flow in which undecided cells have got rows, which a person has to review.
public struct CellFix: Sendable {
    /// One row that was put in.
    public struct Insertion: Sendable {
        /// The row as it stands in the text, without its comment: `late oneTap`.
        public var row: String
        /// The state that the row stands in; nil for a row of the file.
        public var state: String?
        /// The row's line in the new text, counted from 1.
        public var line: Int
    }

    /// The whole text with the rows, as `format` writes it; the unchanged bytes of the source where nothing was
    /// inserted.
    public var bytes: [UInt8]
    /// The rows that were put in, in the order of the text; empty where no cell gets a row, or where there are obstacles.
    public var insertions: [Insertion] = []
    /// Errors that have to be mended first, because they hide which cells are undecided; then nothing was inserted.
    public var obstacles: [Diagnostic] = []
}

/// Inserts a row for each undecided cell: `reject` for a command, `late` for a callback or reply, else `ignore`.
///
/// A sub-flow must not reject `cancel` (rule 20), so it gets `ignore cancel`.
///
/// A state gets `late other` for all replies that cannot come there, and the file gets one `ignore unrecognised`. Timers, grants of lanes
/// and finals of sub-flows get `ignore`, in the states where they can come. Past the limit of configurations `check` does not know in which
/// states they can come, and they get no row. Each row ends with a comment that asks the author to decide.
///
/// - Parameters:
///   - source: a flow; the text of a model or profile stays as it is.
///   - surroundings: as for `check`.
///   - isSubFlow: whether another flow runs it as a sub-flow.
///   - limit: as for `check`.
public func decidingEveryCell(
    of source: SourceText, beside surroundings: SpecSurroundings = SpecSurroundings(),
    asSubFlow isSubFlow: Bool = false,
    limit: Int = 1_000_000
) -> CellFix {
    var fix = CellFix(bytes: source.bytes)
    let checked = check(source, beside: surroundings, limit: limit)
    guard checked.diagnostics.contains(where: { $0.code == .cellUndecided }), let machine = checked.machine,
        let spec = parse(source).spec
    else { return fix }
    fix.obstacles = checked.diagnostics.filter { $0.severity == .error && $0.code.hidesUndecidedCells }
    guard fix.obstacles.isEmpty else { return fix }
    let rows = UndecidedCells(of: machine, asSubFlow: isSubFlow, limit: limit)
    var draft = RowDraft(source)
    if rows.leaveUnmatchedCallbacksUndecided {
        draft.insert(UndecidedCells.rowForUnmatchedCallbacks, beforeScopesOf: spec)
    }
    for state in spec.states {
        draft.insert(rows.rows(in: state.name), into: state)
    }
    (fix.bytes, fix.insertions) = draft.finished()
    return fix
}

extension DiagnosticCode {
    /// Whether an error of this kind may hide which cells are undecided.
    fileprivate var hidesUndecidedCells: Bool {
        switch self {
        case .cellUndecided, .cellImpossible, .stateUnreachable, .stateCannotEnd, .silentWait, .pollingWithoutDeadline,
            .valueMayBeAbsent, .decoderRowNeverMatches, .rowNeverDecides, .releasedTableChanged:
            false
        default: !allowsConfigurationRules
        }
    }
}

extension FlowSpec {
    /// Every state, in the order of the file.
    fileprivate var states: [StateDeclaration] {
        elements.flatMap { element -> [StateDeclaration] in
            if case .item(let item) = element { item.states } else { [] }
        }
    }
}

extension Item {
    fileprivate var states: [StateDeclaration] {
        switch self {
        case .group(let group): group.items.flatMap(\.states)
        case .state(let state): [state]
        default: []
        }
    }
}
