import FlowLanguage
import FlowMachine
import KeywayCore

/// Finds each edit of one place in a flow's text that a `MutationOperator` describes: `keyway mutate` tries whether a check, proof or
/// transcript notices the edit.
struct EditFinder {
    /// The flow's text, unedited.
    let source: SourceText
    /// The resolved flow, in which the names of a row are looked up: types of values, fields of effects.
    let machine: Machine
    /// The names of every state and final.
    private let targets: [String]
    /// The edits in the order in which they are found.
    var edits: [Edit] = []

    /// Every edit of the flow, sorted by where reports place it.
    static func edits(of spec: FlowSpec, machine: Machine, in source: SourceText) -> [Edit] {
        var finder = EditFinder(source: source, machine: machine)
        for element in spec.elements {
            switch element {
            case .declaration(let declaration): finder.find(in: declaration)
            case .item(let item): finder.find(in: item)
            }
        }
        // Swift's sorting is stable: the edits of one place stay in the order in which they were found.
        return finder.edits.sorted { $0.place < $1.place }
    }

    private init(source: SourceText, machine: Machine) {
        self.source = source
        self.machine = machine
        targets = machine.states.map(\.name.text)
    }

    // MARK: - Items

    private mutating func find(in item: Item) {
        switch item {
        case .group(let group): for item in group.items { find(in: item) }
        case .state(let state): for item in state.items { find(in: item) }
        case .choice(let choice): for branch in choice.branches { find(in: branch) }
        case .enter(let body, let range): find(in: body, emptied: range)
        case .row(let row): find(in: row)
        case .hold(let timers, let range):
            drop(range)
            dropEach(of: timers.map(\.range), as: .drop)
        case .after(let deadline):
            edits.append(Edit(.deadline, deadline.range, with: "", "drop '\(source.brief(deadline.range))'"))
            find(in: deadline)
        case .within(let deadline): find(in: deadline)
        // Declarations alone do nothing in a run, and rows of a model stand in no flow.
        case .timer, .lane, .child, .model: break
        }
    }

    private mutating func find(in row: FlowLanguage.Row) {
        drop(row.range)
        if case .events(let events) = row.subject { dropEach(of: events.map(\.range), as: .drop) }
        if case .when(let expression)? = row.condition { find(in: expression) }
        if case .move(let target) = row.outcome { retarget(target) }
        if let body = row.body { find(in: body, emptied: body.range) }
    }

    private mutating func find(in branch: ChoiceDeclaration.Branch) {
        drop(branch.range)
        if case .when(let expression) = branch.condition { find(in: expression) }
        retarget(branch.target)
        if let body = branch.body { find(in: body, emptied: body.range) }
    }

    private mutating func find(in deadline: Deadline) {
        if case .fixed(let duration) = deadline.wait { rescale(duration) }
        retarget(deadline.target)
        if let body = deadline.body { find(in: body, emptied: body.range) }
    }

    // MARK: - Edits

    /// Adds the edit that leaves out a whole row or item.
    mutating func drop(_ range: SourceRange) {
        edits.append(Edit(.drop, range, with: "", "drop '\(source.brief(range))'"))
    }

    /// Adds an edit for each of several names between commas, which leaves out that name; none where there is one name alone.
    mutating func dropEach(of ranges: [SourceRange], as kind: MutationOperator) {
        guard ranges.count > 1, let first = ranges.first, let last = ranges.last else { return }
        for (place, range) in ranges.enumerated() {
            var others = ranges
            others.remove(at: place)
            edits.append(
                Edit(
                    kind, first.through(last), with: others.map { source.inOneLine($0) }.joined(separator: ", "),
                    at: range.lower, "drop '\(source.inOneLine(range))' of '\(source.brief(first.through(last)))'"))
        }
    }

    /// Adds an edit for each other state and final, which takes the place of the target.
    private mutating func retarget(_ target: Name) {
        for other in targets where other != target.text {
            edits.append(Edit(.target, target.range, with: other, "'-> \(target.text)' becomes '-> \(other)'"))
        }
    }

    /// Adds the edit that negates a condition, and those of the numbers in it.
    mutating func find(in expression: Expression) {
        let words = source.inOneLine(expression.range)
        edits.append(
            Edit(.negate, expression.range, with: "not (\(words))", "negate 'when \(source.brief(expression.range))'"))
        shiftBounds(of: expression)
    }

    /// Adds the edits that make each number in a comparison or a set one more and one less.
    private mutating func shiftBounds(of expression: Expression) {
        switch expression.content {
        case .any(let parts), .all(let parts): for part in parts { shiftBounds(of: part) }
        case .not(let part): shiftBounds(of: part)
        case .comparison(let left, _, let right):
            for operand in [left, right] { shift(operand, in: expression) }
        case .membership(_, of: let elements):
            let numbers = Set(elements.compactMap(\.integer))
            for element in elements { shift(element, in: expression, besides: numbers) }
        case .containment, .present, .absent, .flag: break
        }
    }

    /// Adds the edits that make the number of a condition one more and one less; none below 0, past the greatest integer or to one of
    /// `others`, and none where the operand is no number.
    private mutating func shift(
        _ operand: FlowLanguage.Operand, in condition: Expression, besides others: Set<Int> = []
    ) {
        guard let number = operand.integer else { return }
        let neighbours = [number.subtractingReportingOverflow(1), number.addingReportingOverflow(1)]
        for (moved, overflows) in neighbours where !overflows && moved >= 0 && !others.contains(moved) {
            edits.append(
                Edit(
                    .bound, operand.range, with: "\(moved)", at: condition.range.lower,
                    "\(number) becomes \(moved) in '\(source.brief(condition.range))'"))
        }
    }

    /// Adds the edits that make the time half and twice as long, but none to no time at all or past the longest.
    mutating func rescale(_ duration: Located<Int>) {
        let changes = [
            duration.content.dividedReportingOverflow(by: 2), duration.content.multipliedReportingOverflow(by: 2),
        ]
        for (changed, overflows) in changes where !overflows && changed > 0 {
            let words = "\(SpelledDuration(milliseconds: Int64(changed)))"
            edits.append(
                Edit(
                    .deadline, duration.range, with: words, "'\(source.inOneLine(duration.range))' becomes '\(words)'"))
        }
    }
}

extension FlowLanguage.Operand {
    /// The number, where the operand is one.
    fileprivate var integer: Int? { if case .integer(let number) = content { number } else { nil } }
}
