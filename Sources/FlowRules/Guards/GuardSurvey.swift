import FlowLanguage
import FlowMachine
import KeywayCore

/// What was found out about the guards that decide together: the rows of one scope for one event, or a choice's branches.
struct GuardFinding {
    /// A row, or a branch of a choice: its guard, and where it stands in the spec.
    struct Alternative {
        var condition: Machine.Row.Guard
        var range: SourceRange
    }

    /// Two alternatives, by their positions, that hold at once.
    struct Overlap {
        var first: Int
        var second: Int
        /// Values for which both hold, as in `tries = 5`.
        var witness: String
    }

    /// What the guards decide, as in `'submit' in 'idle'` or `choice 'again'`.
    var subject: String
    /// Where the first row's event or the choice stands in the spec.
    var range: SourceRange
    /// The rows or branches that decide together, in the order of the file.
    var alternatives: [Alternative]
    /// Whether all rows could be read; else one that could not may decide what these leave.
    var isWhole = true
    var overlaps: [Overlap] = []
    /// Values for which no guard holds, as in `tries = 5`; empty where the guards read none. Nil where for all values some guard or an
    /// `otherwise` decides, and where there is an `obstacle`.
    var gap: String?
    /// The positions of the alternatives that never hold; of an `otherwise`, where the other guards leave it nothing.
    var dead: [Int] = []
    /// Why the values were not looked at; nil where all were.
    var obstacle: Obstacle?

    /// Why there are too many values to look at all.
    enum Obstacle {
        /// The values that the guards read have more combinations than `GuardSurvey.greatestCombinationCount`.
        case combinations
        /// The guards tell apart more cases of the variable or field of this name, a set, than `Domain.greatestCaseCount`.
        case cases(set: String)
    }

    /// Whether there were too many values to look at all.
    var isUnproved: Bool { obstacle != nil }
}

/// Finds out for all guards of a machine which of them hold at once, which never do and which values none covers, over every value that
/// they can tell apart.
///
/// Left out are the rows of one scope for one event where one of these rows could not be resolved, and choices that could not be resolved
/// or lead back to themselves.
struct GuardSurvey {
    private(set) var findings: [GuardFinding] = []

    /// Guards that read more combinations of values than this are not judged, whatever the limit of configurations is.
    static let greatestCombinationCount = 1_000_000

    /// - Parameter unreadWords: the names in the parts of the spec that the parser could not read.
    init(of machine: Machine, unreadWords: Set<String> = []) {
        for group in machine.rowGroups where !group.rows.contains(where: { machine.rows[$0].isFaulty }) {
            let scope = machine.scopes[group.scope]
            let event = machine.events[group.event]
            let place = scope.kind == .file ? "at the top of the file" : "in '\(scope.name.text)'"
            judge(
                GuardFinding(
                    subject: "'\(event.name)' \(place)", range: machine.rows[group.rows[0]].eventRange,
                    alternatives: group.rows.map {
                        .init(condition: machine.rows[$0].condition, range: machine.rows[$0].eventRange)
                    }, isWhole: !unreadWords.contains(event.name)), fields: event.signature.fields, in: machine)
        }
        for choice in machine.choices where !choice.isFaulty {
            judge(
                GuardFinding(
                    subject: "choice '\(choice.name.text)'", range: choice.range,
                    alternatives: choice.branches.map { .init(condition: $0.condition, range: $0.range) }),
                fields: [], in: machine)
        }
    }

    /// Keeps the finding, with what its guards decide or why there were too many values to look at.
    private mutating func judge(_ unjudged: GuardFinding, fields: [Field], in machine: Machine) {
        var finding = unjudged
        let clauses = finding.alternatives.map { Clause($0.condition, fields: fields) }
        let domain = Domain(of: clauses.compactMap { $0 }, fields: fields, in: machine)
        let slots = domain.uses.slots
        let values = slots.map { domain.values(of: $0) }
        let product = GuardProduct(slots, values.compactMap { $0 })
        if let wide = values.firstIndex(of: nil) {
            finding.obstacle = .cases(set: domain.field(slots[wide])?.name ?? "")
        } else if let count = product.count, count <= Self.greatestCombinationCount {
            decide(&finding, clauses, over: product, domain)
        } else {
            finding.obstacle = .combinations
        }
        findings.append(finding)
    }

    /// Goes through all combinations of values, and notes the overlaps, the gap and what never holds.
    private func decide(
        _ finding: inout GuardFinding, _ clauses: [Clause?], over product: GuardProduct, _ domain: Domain
    ) {
        let empty = Readings(
            variables: .init(repeating: nil, count: domain.machine.variables.count),
            fields: .init(repeating: nil, count: domain.fields.count))
        let hasOtherwise = clauses.contains { $0 == nil }
        var held = [Bool](repeating: false, count: clauses.count)
        var overlapping: Set<[Int]> = []
        product.visit(empty) { readings in
            let holding = clauses.indices.filter { clauses[$0]?.holds(for: readings) ?? false }
            for position in holding { held[position] = true }
            if holding.isEmpty {
                for position in clauses.indices where clauses[position] == nil { held[position] = true }
                if !hasOtherwise, finding.gap == nil { finding.gap = domain.words(for: product.slots, in: readings) }
            }
            for (place, second) in holding.enumerated() {
                for first in holding[..<place] where overlapping.insert([first, second]).inserted {
                    let asked = SlotUses([first, second].compactMap { clauses[$0] }).slots
                    finding.overlaps.append(
                        .init(first: first, second: second, witness: domain.words(for: asked, in: readings)))
                }
            }
            return true
        }
        finding.dead = clauses.indices.filter { !held[$0] }
    }
}

extension Machine {
    /// The rows that name one event in one scope.
    struct RowGroup {
        var scope: Int
        var event: Int
        var rows: [Int]
    }

    /// All rows, by scope and event, in the order of the file.
    var rowGroups: [RowGroup] {
        var groups: [RowGroup] = []
        var places: [[Int]: Int] = [:]
        for (position, row) in rows.enumerated() {
            if let place = places[[row.scope, row.event]] {
                groups[place].rows.append(position)
            } else {
                places[[row.scope, row.event]] = groups.count
                groups.append(RowGroup(scope: row.scope, event: row.event, rows: [position]))
            }
        }
        return groups
    }
}
