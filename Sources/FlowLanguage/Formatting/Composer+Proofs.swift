/// Requirements, roles and scenarios as entries of the formatted text.
extension Composer {
    func entry(of requirement: RequirementDeclaration) -> Entry {
        // A comment ends its line, and the end of a line ends a requirement, but not inside parentheses.
        let isCommented = hasComment(in: requirement.range)
        let content: [Piece]
        switch requirement.content {
        case .quantified(let quantifier, let fact):
            // Something may be called `never`: the parser takes a quantifier's word before `only` for a name, as in `never only after
            // confirmed`. So a fact called `only` needs parentheses behind a quantifier: `sometimes (only)`.
            let isMistaken = beginsWith([.only], self.fact(fact))
            content =
                [.text(quantifier.rawValue + " ")] + self.fact(fact, inParentheses: isCommented || isMistaken)
        case .onlyAfter(let fact, let causes, let since):
            content =
                consequence(fact, inParentheses: isCommented) + [.text(" only after ")]
                + .list(causes.map { self.fact($0, inParentheses: isCommented) })
                + (since.map { [.text(" since "), event($0)] } ?? [])
        case .latest(let effect, let argument, let field):
            // All comments before the field are written inside the argument's parentheses: outside they would end the requirement.
            content = [
                .text("do "), .text(effect.text), .text("("), piece(argument), .text(")", at: field.range.lower),
                .text(" with the latest "), piece(field),
            ]
        case .neverAfter(let fact, let cause, let limit):
            content =
                consequence(fact, inParentheses: isCommented) + [.text(" never after ")]
                + self.fact(cause, inParentheses: isCommented) + until(limit, inParentheses: isCommented)
        case .atMost(let number, let fact, let limit):
            content =
                [.text("at most "), piece(number), .text(" ")] + self.fact(fact, inParentheses: isCommented)
                + until(limit, inParentheses: isCommented)
        case .fallsOnly(let variable, let events):
            let end = events.first?.range.lower
            let name = isCommented ? [.text("("), piece(variable), .text(")", at: end)] : [piece(variable)]
            content = name + [.text(" falls only on ")] + .list(events.map { [event($0)] })
        case .onlyWhile(let fact, let timer):
            content = consequence(fact, inParentheses: isCommented) + [.text(" only while "), piece(timer)]
        case .alwaysPossible(let command, let targets):
            content =
                [.text("always possible "), piece(command), .text(" in ")] + .list(targets.map { [piece($0)] })
        }
        return Entry(([.text("require ")] + content).breakingOnlyInBrackets, requirement.range)
    }

    /// The fact that a requirement begins with, in parentheses also where its first word would be read as a quantifier.
    ///
    /// A fact that is one name needs no parentheses: the parser sees that `never only after confirmed` begins with a name.
    private func consequence(_ fact: Fact, inParentheses: Bool) -> [Piece] {
        let isMistaken = !fact.isBareName && beginsWith([.always, .never, .sometimes, .eventually], self.fact(fact))
        return self.fact(fact, inParentheses: inParentheses || isMistaken)
    }

    /// Whether the first word of the pieces is one of these.
    private func beginsWith(_ words: [Keyword], _ pieces: [Piece]) -> Bool {
        guard case .text(let text, _)? = pieces.first else { return false }
        return words.contains { text.split(separator: ".").first == $0.rawValue[...] }
    }

    private func until(_ limit: Fact?, inParentheses: Bool) -> [Piece] {
        limit.map { [.text(" until ")] + fact($0, inParentheses: inParentheses) } ?? []
    }

    /// The fact as pieces, with parentheses only where they are needed, and with `inParentheses` also around the whole.
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
        let needsParentheses = inParentheses || fact.isStaleOnlyInParentheses
        return needsParentheses ? [.text("(")] + content + [.text(")", at: fact.range.upper)] : content
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

    /// Whether the fact is one name, without a child's before it.
    fileprivate var isBareName: Bool { if case .named(let name) = content { name.child == nil } else { false } }

    /// Whether the fact has the word `stale` in it, and would be read as something else without parentheses.
    ///
    /// `(on stale)` speaks of an event called `stale`, and `(stale never)` of an event called `never` that comes stale.
    fileprivate var isStaleOnlyInParentheses: Bool {
        switch content {
        case .onEvent(let name): !name.isStale && name.child == nil && name.name.text == Keyword.stale.rawValue
        case .named(let name): name.isStale && Keyword.bySpelling[(name.child ?? name.name).text]?.endsFact == true
        default: false
        }
    }
}
