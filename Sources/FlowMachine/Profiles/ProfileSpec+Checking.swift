package import FlowLanguage

extension ProfileSpec {
    /// What is wrong with the profile by itself, whatever flows there are.
    ///
    /// - Parameter source: the profile's text.
    package func problems(in source: SourceText) -> [Diagnostic] {
        var problems: [Diagnostic] = []
        var first: [String: SourceRange] = [:]
        for clause in clauses {
            let number = clause.number
            if let range = first[number.content] {
                problems.append(
                    .error(
                        at: number.range, "clause '\(number.content)' stands here twice", code: .duplicateName,
                        notes: [.init("the first stands here", at: range)]))
            }
            first[number.content] = first[number.content] ?? number.range
            if clause.requirements.isEmpty, clause.server == nil {
                problems.append(
                    .error(
                        at: number.range,
                        "clause '\(number.content)' asks nothing: write 'require ...', or 'server \"...\"' where only a "
                            + "server can show it", code: .clauseNamesNoRole))
            }
            problems += clause.requirements.flatMap(\.problemsInClause)
            var texts: Set<String> = []
            for requirement in clause.requirements where !texts.insert(source.text(in: requirement.range)).inserted {
                problems.append(
                    .error(at: requirement.range, "this requirement stands here twice", code: .duplicateRow))
            }
        }
        return problems
    }

    /// The roles that clauses name and no flow has, each where it is named first.
    ///
    /// - Parameter known: the roles of all flows.
    package func unknownRoles(among known: Set<String>) -> [Diagnostic] {
        var seen = known
        return clauses.flatMap(\.roles).filter { seen.insert($0.text).inserted }.map { name in
            let suggestion = closest(to: name.text, among: known.sorted()).map { "; did you mean '\($0)'?" } ?? ""
            return .error(at: name.range, "no flow has a role '\(name.text)'\(suggestion)", code: .unknownRole)
        }
    }
}

extension ProfileSpec.Clause {
    /// The roles that the clause names behind `for` and in its requirements, in the order of the text; a role may be there twice.
    package var roles: [Name] { scope + requirements.flatMap(\.rolesInClause) }
}

extension RequirementDeclaration {
    /// The names of roles in the requirement; names of a flow's own states, events, effects and variables are left out.
    fileprivate var rolesInClause: [Name] {
        switch content {
        case .quantified(_, let fact): fact.roles
        case .onlyAfter(let fact, let causes, let since):
            fact.roles + causes.flatMap(\.roles) + [since?.name].compactMap { $0 }
        case .neverAfter(let fact, let cause, let end): fact.roles + cause.roles + (end?.roles ?? [])
        case .atMost(_, let fact, let end): fact.roles + (end?.roles ?? [])
        case .onlyWhile(let fact, let timer): fact.roles + [timer]
        case .alwaysPossible(let command, let targets): [command] + targets
        case .latest, .fallsOnly: []
        }
    }

    /// Reports what no requirement of a clause can have, such as names of one flow's states, events or variables.
    fileprivate var problemsInClause: [Diagnostic] {
        func problem(_ message: String, at range: SourceRange) -> Diagnostic {
            .error(at: range, message, code: .clauseNamesNoRole)
        }
        var facts: [Fact] = []
        var problems: [Diagnostic] = []
        switch content {
        case .quantified(.sometimes, let fact), .quantified(.eventually, let fact):
            facts = [fact]
            problems.append(
                problem(
                    "a clause says what never happens: 'sometimes' and 'eventually' depend on what an SDK does",
                    at: range))
        case .quantified(_, let fact), .onlyWhile(let fact, timer: _): facts = [fact]
        case .onlyAfter(let fact, let causes, let since):
            facts = [fact] + causes
            if let since, since.isStale || since.child != nil {
                problems.append(problem("behind 'since' of a clause stands a role by its name alone", at: since.range))
            }
        case .neverAfter(let fact, let cause, let end): facts = [fact, cause] + [end].compactMap { $0 }
        case .atMost(let number, let fact, let end):
            facts = [fact] + [end].compactMap { $0 }
            if case .integer(let value) = number.content, (0...Machine.Requirement.Limit.greatest).contains(value) {
                break
            }
            let greatest = Machine.Requirement.Limit.greatest
            problems.append(
                problem("behind 'at most' of a clause stands a number from 0 to \(greatest)", at: number.range))
        case .alwaysPossible: break
        case .latest, .fallsOnly:
            problems.append(
                problem(
                    "this form names variables and arguments, which are of one flow; a clause speaks of roles",
                    at: range))
        }
        problems += facts.flatMap(\.partsOfFlows).map {
            problem("a clause speaks of roles, each by its name alone; what has the role, each flow says", at: $0.range)
        }
        return problems
    }
}

extension Fact {
    fileprivate var roles: [Name] {
        switch content {
        case .named(let name): [name.name]
        case .any(let parts), .all(let parts): parts.flatMap(\.roles)
        case .not(let part): part.roles
        case .inTarget, .onEvent, .doEffect, .condition: []
        }
    }

    /// The parts of the fact that are no names of roles but speak of one flow's states, events, effects or variables.
    fileprivate var partsOfFlows: [Fact] {
        switch content {
        case .named(let name): name.isStale || name.child != nil ? [self] : []
        case .any(let parts), .all(let parts): parts.flatMap(\.partsOfFlows)
        case .not(let part): part.partsOfFlows
        case .inTarget, .onEvent, .doEffect, .condition: [self]
        }
    }
}
