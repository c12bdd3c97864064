extension Composer {
    func entry(of requirement: RequirementDeclaration) -> Entry {
        // A comment ends its line, and the end of a line ends a requirement, but not inside parentheses.
        let isCommented = hasComment(in: requirement.range)
        let content: [Piece]
        switch requirement.content {
        case .quantified(let quantifier, let fact):
            content = [.text(quantifier.rawValue + " ")] + self.fact(fact, inParentheses: isCommented)
        case .onlyAfter(let consequence, let causes, let since):
            content =
                fact(consequence, inParentheses: isCommented) + [.text(" only after ")]
                + .list(causes.map { fact($0, inParentheses: isCommented) })
                + (since.map { [.text(" since "), event($0)] } ?? [])
        case .latest(let effect, let argument, let field):
            content = [
                .text("do "), piece(effect), .text("("), piece(argument), .text(")"), .text(" with the latest "),
                piece(field),
            ]
        case .neverAfter(let consequence, let cause, let limit):
            content =
                fact(consequence, inParentheses: isCommented) + [.text(" never after ")]
                + fact(cause, inParentheses: isCommented) + until(limit, inParentheses: isCommented)
        case .atMost(let number, let fact, let limit):
            content =
                [.text("at most "), piece(number), .text(" ")] + self.fact(fact, inParentheses: isCommented)
                + until(limit, inParentheses: isCommented)
        case .fallsOnly(let variable, let events):
            content = [piece(variable), .text(" falls only on ")] + .list(events.map { [event($0)] })
        case .onlyWhile(let consequence, let timer):
            content = fact(consequence, inParentheses: isCommented) + [.text(" only while "), piece(timer)]
        case .alwaysPossible(let command, let targets):
            content =
                [.text("always possible "), piece(command), .text(" in ")] + .list(targets.map { [piece($0)] })
        }
        return Entry(([.text("require ")] + content).breakingOnlyInBrackets, requirement.range)
    }

    private func until(_ limit: Fact?, inParentheses: Bool) -> [Piece] {
        limit.map { [.text(" until ")] + fact($0, inParentheses: inParentheses) } ?? []
    }

    /// The fact as pieces, with parentheses only where they are needed, or around all of it where that is asked.
    ///
    /// A newline ends a requirement outside of brackets, so a comment can stand only inside of parentheses or braces.
    private func fact(_ fact: Fact, inParentheses: Bool = false) -> [Piece] {
        let content: [Piece]
        switch fact.content {
        case .inTarget(let name): content = [.text("in "), piece(name)]
        case .onEvent(let event): content = [.text("on "), self.event(event)]
        case .doEffect(let name): content = [.text("do "), piece(name)]
        case .condition(let expression): content = self.expression(expression)
        // A bare name may mean a target, an effect or an event.
        case .named(let name): content = [self.event(name)]
        case .any(let parts): content = joined(parts.map { self.fact($0) }, by: "or")
        case .all(let parts):
            content = joined(parts.map { self.fact($0, inParentheses: $0.isAlternative) }, by: "and")
        case .not(let negated):
            content =
                [.text("not ")] + self.fact(negated, inParentheses: negated.isAlternative || negated.isConjunction)
        }
        return inParentheses ? [.text("(")] + content + [.text(")", at: fact.range.upper)] : content
    }

    func entry(of role: RoleDeclaration) -> Entry {
        // As in a requirement, a comment can stand inside of parentheses alone.
        let isCommented = hasComment(in: role.range)
        let content: [Piece] =
            switch role.content {
            case .timer(let timer): [.text("timer "), piece(timer)]
            case .fact(let fact): self.fact(fact, inParentheses: isCommented)
            }
        return Entry(([.text("role "), piece(role.name), .text(" = ")] + content).breakingOnlyInBrackets, role.range)
    }

    func entry(of scenario: Scenario) -> Entry {
        let block = EntryBlock(
            entries: scenario.lines.map(entry), joint: "", standsInLines: true, range: inside(scenario.range))
        return Entry(
            [.text("scenario "), spelled(scenario.title.range), .unbreakableSpace, .block(block)], scenario.range)
    }

    private func entry(of line: Scenario.Line) -> Entry {
        switch line {
        case .on(let event, let arguments, let range):
            Entry([.text("on "), self.event(event)] + self.arguments(arguments), range)
        case .advance(let duration):
            Entry([.text("advance "), spelled(duration.range)], withTokenBefore(duration.range))
        case .expect(let fact): Entry([.text("expect ")] + self.fact(fact), withTokenBefore(fact.range))
        }
    }
}

extension Fact {
    fileprivate var isAlternative: Bool { if case .any = content { true } else { false } }
    fileprivate var isConjunction: Bool { if case .all = content { true } else { false } }
}
