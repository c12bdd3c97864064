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
        }
        return Entry(([.text("require ")] + content).unbreakable, requirement.range)
    }

    /// The fact as pieces, in parentheses if that is asked and the fact is a condition or a bare name.
    ///
    /// The grammar allows no parentheses around the other forms, so no comment can stand inside those.
    private func fact(_ fact: Fact, inParentheses: Bool = false) -> [Piece] {
        let content: [Piece]
        switch fact.content {
        case .inTarget(let name): return [.text("in "), piece(name)]
        case .onEvent(let event): return [.text("on "), self.event(event)]
        case .doEffect(let name): return [.text("do "), piece(name)]
        case .condition(let expression): content = self.expression(expression)
        case .named(let event):
            content = [self.event(event)]
            if event.child != nil || event.isStale { return content }
        }
        return inParentheses ? [.text("(")] + content + [.text(")", at: fact.range.upper)] : content
    }

    func entry(of scenario: Scenario) -> Entry {
        let block = EntryBlock(
            entries: scenario.lines.map(entry), joint: "", standsInLines: true, range: inside(scenario.range))
        return Entry([.text("scenario "), spelled(scenario.title.range), .space, .block(block)], scenario.range)
    }

    private func entry(of line: Scenario.Line) -> Entry {
        switch line {
        case .on(let event, let arguments, let range):
            Entry([.text("on "), self.event(event)] + self.arguments(arguments), range)
        case .advance(let duration):
            Entry([.text("advance "), spelled(duration.range)], withKeyword(duration.range))
        case .expect(let fact): Entry([.text("expect ")] + self.fact(fact), withKeyword(fact.range))
        }
    }
}
