import FlowLanguage
import KeywayCore

extension ModelResolver {
    /// Adds the row to the model, once for each of its happenings; leaves the row out where a word, its target or its guard is reported.
    mutating func resolve(_ row: ModelRow, in scope: Int) {
        let happenings = happenings(of: row)
        guard !happenings.isEmpty else { return }
        let condition = flowResolver.condition(row.condition, in: .noFields)
        let assignments = assignments(of: row)
        var target: Int?
        if case .move(let name) = row.outcome {
            guard case .state(let state)? = flowResolver.target(name, from: 0) else { return }
            target = state
        }
        guard let condition else { return }
        let read = condition.variables
        model.rows += happenings.map {
            .init(
                scope: scope, happening: $0, condition: condition, target: target, assignments: assignments,
                range: row.range, readsGhost: !read.isDisjoint(with: ghosts), guardVariables: read)
        }
    }

    /// What makes the row happen: a happening for each reply of an `answer` row, one for any other row; none after a report.
    private mutating func happenings(of row: ModelRow) -> [ProviderModel.Row.Happening] {
        switch row.verb {
        case .call: return row.names.first.map { [.call($0.text)] } ?? []
        case .quiet: return [.silence]
        case .answer: return row.answers.map { .answer(position(of: $0)) }
        case .emit:
            reportCommas(in: row)
            var positions: [Int] = []
            for name in row.names {
                if let word = words[name.text] {
                    positions.append(word)
                } else {
                    flowResolver.reportUnknown(name, "word", .unknownProviderWord, among: words.names)
                }
            }
            return positions.count == row.names.count ? [.speech(positions)] : []
        }
    }

    /// Reports a comma between the words of an `emit`, which could mean "one of them" or "one after the other".
    private mutating func reportCommas(in row: ModelRow) {
        guard let comma = row.commas.first else { return }
        let words = row.names.map(\.text)
        let rows = words.map { "'emit \($0) ...'" }.joined(separator: " and ")
        flowResolver.report(
            "a comma does not say whether these words follow each other: write '\(words.joined(separator: " then "))' "
                + "where they are spoken back to back, and \(words.count) rows, \(rows), where one of them is",
            at: comma, .commaInEmit)
    }

    /// The position of the answer among the model's answers; an answer is added when a row first gives it.
    private mutating func position(of answer: ModelRow.Answer) -> Int {
        let fields = answer.arguments.map { "\($0.name.text): \(flowResolver.source.text(in: $0.value.range))" }
        let text = answer.reply.text + (fields.isEmpty ? "" : "(\(fields.joined(separator: ", ")))")
        if let known = model.answers.firstIndex(where: { $0.text == text }) { return known }
        model.answers.append(.init(reply: answer.reply, arguments: answer.arguments, text: text))
        return model.answers.count - 1
    }

    /// The body's assignments. Reports orders, which no model gives (rule 29a), and a `call` row that clears a ghost (rule 29b).
    ///
    /// A ghost is a variable that is true at first: it stands for something that earlier runs left in the SDK. That does not end
    /// because the app makes a call, so only a row by which the SDK speaks or falls silent may clear a ghost.
    private mutating func assignments(of row: ModelRow) -> [Body.Assignment] {
        guard var body = row.body else { return [] }
        for order in body.orders where !order.content.isAssignment {
            flowResolver.report(
                "a provider only assigns: effects and timers are the flow's", at: order.range, .modelRowGivesOrders)
        }
        body.orders.removeAll { !$0.content.isAssignment }
        let assignments = flowResolver.body(body, in: .noFields).assignments
        for assignment in assignments where row.verb == .call && ghosts.contains(assignment.variable) {
            guard assignment.term.content != .constant(.bool(true)) else { continue }
            flowResolver.report(
                "'\(model.variables[assignment.variable].field.name)' is true at first: what an earlier run left ends "
                    + "only by speaking or falling silent, never by a call", at: assignment.range, .callClearsGhost,
                see: .init("it is declared here", at: model.variables[assignment.variable].range))
        }
        return assignments
    }
}

extension FlowLanguage.Order.Content {
    fileprivate var isAssignment: Bool {
        if case .assign = self { true } else { false }
    }
}

extension Machine.Row.Guard {
    /// The variables that the condition reads.
    fileprivate var variables: Set<Int> {
        if case .when(let condition) = self { condition.variables } else { [] }
    }
}

extension Condition {
    /// The positions of the variables that the condition reads.
    fileprivate var variables: Set<Int> {
        switch self {
        case .any(let parts), .all(let parts): parts.reduce(into: []) { $0.formUnion($1.variables) }
        case .not(let part): part.variables
        case .comparison(let left, _, let right), .containment(let left, let right):
            left.variables.union(right.variables)
        case .membership(let term, _), .present(let term), .flag(let term): term.variables
        }
    }
}

extension Term {
    fileprivate var variables: Set<Int> {
        if case .variable(let position) = content { [position] } else { [] }
    }
}
