/// Items of states and groups, and rows of provider models, as entries of the formatted text.
extension Composer {
    func entry(of item: Item) -> Entry {
        switch item {
        case .group(let group): scope("group", group.name, items: group.items, range: group.range)
        case .state(let state):
            scope(
                "state", state.name, tail: state.waitsForUser ? " waits for user" : "", items: state.items,
                range: state.range)
        case .choice(let choice): entry(of: choice)
        case .timer(let name): Entry([.text("timer "), piece(name)], withTokenBefore(name.range))
        case .lane(let name, let provider):
            Entry(
                [.text("lane "), piece(name), .text(" of "), piece(provider)],
                withTokenBefore(name.range.through(provider.range)))
        case .child(let name, let flow, let parameters, let range):
            Entry([.text("child "), piece(name), .text(" = "), piece(flow)] + arguments(parameters), range)
        case .enter(let body, let range): Entry([.text("enter "), block(body)], range)
        case .row(let row): entry(of: row)
        case .hold(let timers, let range): Entry([.text("hold ")] + names(timers), range)
        case .after(let deadline): entry("after", deadline)
        case .within(let deadline): entry("within", deadline)
        case .model(let row):
            Entry(
                [.text(row.verb.rawValue)] + (row.names.isEmpty && row.answers.isEmpty ? [] : [.unbreakableSpace])
                    + sequence(row) + .list(row.answers.map { [piece($0.reply)] + arguments($0.arguments) })
                    + condition(row.condition) + outcome(row.outcome) + body(row.body),
                row.range)
        }
    }

    /// The words of an `emit`, or the name of a `call`.
    private func sequence(_ row: ModelRow) -> [Piece] {
        var pieces: [Piece] = []
        for (place, name) in row.names.enumerated() {
            if place > 0 {
                let before = row.names[place - 1].range.upper
                let comma = row.commas.first { $0.lower >= before && $0.upper <= name.range.lower }
                pieces +=
                    comma.map { [.text(",", at: $0.lower), .breakableSpace] } ?? [.breakableSpace, .text("then ")]
            }
            pieces.append(piece(name))
        }
        return pieces
    }

    /// A state or group with what stands in its braces; `tail` is what stands between the name and the brace.
    func scope(_ keyword: String, _ name: Name, tail: String = "", items: [Item], range: SourceRange) -> Entry {
        let lower = brace(from: name.range.upper)
        let block = EntryBlock(
            entries: items.map(entry), joint: "", standsInLines: true, range: SourceRange(lower, range.upper - 1))
        return Entry([.text(keyword + " "), piece(name), .text(tail + " "), .block(block)], range)
    }

    private func entry(of choice: ChoiceDeclaration) -> Entry {
        let branches = choice.branches.map { branch in
            // A branch begins with its condition, so without the space that parts a condition from what stands before it.
            let guarded = condition(branch.condition).dropFirst()
            return Entry(
                guarded + [.breakableSpace, .mark(.branch), .text("-> "), piece(branch.target)] + body(branch.body),
                branch.range)
        }
        let lower = brace(from: choice.name.range.upper)
        let block = EntryBlock(
            entries: branches, joint: "", standsInLines: true, range: SourceRange(lower, choice.range.upper - 1))
        return Entry([.text("choice "), piece(choice.name), .unbreakableSpace, .block(block)], choice.range)
    }

    private func entry(of row: Row) -> Entry {
        let subject: [Piece] =
            switch row.subject {
            case .events(let events): .list(events.map { [event($0)] })
            case .other(let range): [.text("other", at: range.lower)]
            }
        return Entry(
            [.text(row.verb.rawValue + " ")] + subject + condition(row.condition) + outcome(row.outcome)
                + body(row.body), row.range)
    }

    private func outcome(_ outcome: Row.Outcome) -> [Piece] {
        switch outcome {
        case .move(let target): [.breakableSpace, .text("-> "), piece(target)]
        case .stay: [.breakableSpace, .text("stay")]
        case .nothing: []
        }
    }

    private func entry(_ keyword: String, _ deadline: Deadline) -> Entry {
        Entry(
            [.text(keyword + " "), spelled(deadline.wait.range), .breakableSpace, .text("-> "), piece(deadline.target)]
                + body(deadline.body), deadline.range)
    }

    /// The body behind a row; a body without orders and comments is left out.
    func body(_ body: Body?) -> [Piece] {
        guard let body, !body.orders.isEmpty || hasComment(in: body.range) else { return [] }
        return [.unbreakableSpace, block(body)]
    }

    private func block(_ body: Body) -> Piece {
        let orders = body.orders.map { Entry(order($0.content).breakingOnlyInBrackets, $0.range) }
        return .block(
            EntryBlock(entries: orders, joint: "; ", range: SourceRange(body.range.lower, body.range.upper - 1)))
    }

    private func order(_ order: Order.Content) -> [Piece] {
        switch order {
        case .keep(let fields): [.text("keep ")] + names(fields)
        case .assign(let variable, let sign, let value):
            [piece(variable), .text(" \(sign.rawValue) "), piece(value)]
        case .set(let timer, let duration): [.text("set "), piece(timer), .unbreakableSpace, piece(duration)]
        case .clear(let timer): [.text("clear "), piece(timer)]
        case .take(let lane): [.text("take "), piece(lane)]
        case .run(let child, let command, let arguments):
            [.text("run "), piece(child), .text("."), piece(command)] + values(arguments)
        case .perform(let effect, let arguments): [.text("do "), piece(effect)] + values(arguments)
        }
    }
}
