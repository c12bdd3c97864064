package import FlowLanguage
import KeywayCore

/// The requirements of a profile's clause as one flow has to keep them: each role replaced by what the flow has for it.
///
/// A profile is a file with the clauses of a standard. Clauses are about many flows, so they name roles; a flow says what has a
/// role in it, as in `role verify = do verify`.
package struct ClauseBinding: Sendable {
    /// Why a clause cannot be asked of a flow, although the flow has all of the clause's roles.
    package struct Misfit: Error, Sendable {
        /// What does not fit; where one role is at fault, with the names of the role and the flow.
        package var sentence: String
        /// The place in the profile: where the role is named, or the part of the requirement that does not fit.
        package var range: SourceRange
    }

    /// The requirements in the order of the clause. The text of each begins with the clause's number; in a profile without problems no two
    /// have the same text.
    package let requirements: [Machine.Requirement]

    /// Binds a clause to a flow; nil where the flow lacks one of the clause's roles, or the clause has no requirements.
    ///
    /// - Parameter source: the profile's text.
    /// - Throws: ``Misfit`` where what the flow has for a role does not fit the form of a requirement.
    package init?(_ clause: ProfileSpec.Clause, to machine: Machine, in source: SourceText) throws(Misfit) {
        let roles = Dictionary(machine.roles.map { ($0.name.text, $0) }) { first, _ in first }
        guard !clause.requirements.isEmpty, clause.roles.allSatisfy({ roles[$0.text] != nil }) else { return nil }
        let binder = RoleBinder(roles: roles, flow: machine)
        var requirements: [Machine.Requirement] = []
        for declared in clause.requirements {
            let words = declared.words(in: source)
            // A clause does not stand in the flow's file, so its place there is that of the flow's name.
            requirements.append(
                .init(
                    text: "\(clause.number.content): \(words)", content: try binder.content(of: declared),
                    range: machine.name.range))
        }
        self.requirements = requirements
    }
}

/// Replaces roles by what one flow has for them.
private struct RoleBinder {
    let roles: [String: Machine.Role]
    let flow: Machine

    typealias Misfit = ClauseBinding.Misfit

    func content(of requirement: RequirementDeclaration) throws(Misfit) -> Machine.Requirement.Content {
        switch requirement.content {
        case .quantified(let quantifier, let fact): return .quantified(quantifier, try self.fact(fact))
        case .onlyAfter(let fact, let causes, let since):
            var bound: [Machine.Requirement.Fact] = []
            for cause in causes { bound.append(try self.fact(cause)) }
            var event: Int?
            if let since { event = try self.event(since.name) }
            return .onlyAfter(try self.fact(fact), bound, since: event)
        case .neverAfter(let fact, let cause, let end):
            return .neverAfter(try self.fact(fact), try self.fact(cause), until: try self.fact(ifAny: end))
        case .atMost(let number, let fact, let end):
            guard case .integer(let most) = number.content else {
                throw Misfit(sentence: "behind 'at most' of a clause stands a number", range: number.range)
            }
            let counted = try self.fact(fact)
            guard counted.happens else { throw lasting(fact) }
            return .atMost(.number(most), counted, until: try self.fact(ifAny: end))
        case .onlyWhile(let fact, let timer):
            guard case .timers(let timers)? = roles[timer.text]?.content else {
                throw misfit(timer, "'only while' needs a timer: 'role \(timer.text) = timer ...'")
            }
            return .onlyWhile(try self.fact(fact), timers: timers)
        case .alwaysPossible(let command, let targets):
            let event = try self.event(command)
            guard flow.events[event].signature.origin == .command else {
                throw misfit(command, "'always possible' needs a command")
            }
            return .alwaysPossible(command: event, in: try states(targets))
        case .latest, .fallsOnly:
            throw Misfit(
                sentence: "this form names variables and arguments, which are of one flow; a clause speaks of roles",
                range: requirement.range)
        }
    }

    /// Why 'at most' cannot count the fact: it lasts, as a state or a condition does.
    private func lasting(_ fact: Fact) -> Misfit {
        if case .named(let name) = fact.content {
            return misfit(name.name, "'at most' counts what happens, and a state or a condition lasts")
        }
        return Misfit(
            sentence: "what \(flow.name.text) has for these roles lasts, and 'at most' counts what happens",
            range: fact.range)
    }

    private func fact(ifAny fact: Fact?) throws(Misfit) -> Machine.Requirement.Fact? {
        guard let fact else { return nil }
        return try self.fact(fact)
    }

    private func fact(_ fact: Fact) throws(Misfit) -> Machine.Requirement.Fact {
        switch fact.content {
        case .named(let name):
            guard case .fact(let bound)? = roles[name.name.text]?.content else {
                throw misfit(name.name, "a timer can stand only behind 'only while'")
            }
            return bound
        case .any(let parts): return .any(try facts(parts))
        case .all(let parts): return .all(try facts(parts))
        case .not(let part): return .not(try self.fact(part))
        case .inTarget, .onEvent, .doEffect, .condition:
            throw Misfit(sentence: "a clause speaks of roles, each by its name alone", range: fact.range)
        }
    }

    private func facts(_ parts: [Fact]) throws(Misfit) -> [Machine.Requirement.Fact] {
        var facts: [Machine.Requirement.Fact] = []
        for part in parts { facts.append(try fact(part)) }
        return facts
    }

    /// The event that has the role.
    private func event(_ name: Name) throws(Misfit) -> Int {
        guard case .fact(.event(let event))? = roles[name.text]?.content else {
            throw misfit(name, "one event is needed here: 'role \(name.text) = on ...'")
        }
        return event
    }

    /// The states that have these roles. Finals may not: nothing is possible in them.
    private func states(_ names: [Name]) throws(Misfit) -> [Int] {
        var states: [Int] = []
        for name in names {
            guard case .fact(.states(let bound))? = roles[name.text]?.content,
                bound.allSatisfy({ !flow.states[$0].isFinal })
            else { throw misfit(name, "states that are not finals are needed here: 'role \(name.text) = in ...'") }
            states += bound
        }
        return states
    }

    private func misfit(_ role: Name, _ reason: String) -> Misfit {
        Misfit(
            sentence: "role '\(role.text)' of \(flow.name.text) does not fit: \(reason)", range: role.range)
    }
}
