import FlowLanguage
import KeywayCore

extension Resolver {
    /// Resolves the choices, once all rows are resolved: what a choice's bodies may read depends on the rows leading
    /// there.
    mutating func resolveChoices() {
        resolveTargetsOfChoices()
        let environments = environmentsOfChoices()
        for pending in pendingChoices { resolveBodies(of: pending, in: environments[pending.position]) }
        reportCycles()
    }

    /// Resolves guards and targets of all choices, from which follows which events can lead to each.
    private mutating func resolveTargetsOfChoices() {
        for pending in pendingChoices {
            let scope = machine.choices[pending.position].scope
            for branch in pending.declaration.branches {
                let problems = diagnostics.count
                let condition = condition(branch.condition, in: .noFields)
                let target = target(branch.target, from: scope)
                // A branch without a target gets its own choice as one; the choice is marked as faulty below.
                machine.choices[pending.position].branches.append(
                    .init(
                        condition: condition ?? .always, target: target ?? .choice(pending.position), body: Body(),
                        range: branch.range))
                if diagnostics.count > problems || target == nil || condition == nil {
                    machine.choices[pending.position].isFaulty = true
                }
            }
        }
    }

    /// For each choice, the fields that every event leading to it has, directly or through other choices.
    ///
    /// Where such a field is optional for one of the events, it is optional here.
    private func environmentsOfChoices() -> [Environment] {
        var events = [Set<Int>](repeating: [], count: machine.choices.count)
        for row in machine.rows {
            if case .move(.choice(let choice)) = row.verdict { events[choice].insert(row.event) }
        }
        var changed = true
        while changed {
            changed = false
            for (position, choice) in machine.choices.enumerated() {
                for branch in choice.branches {
                    guard case .choice(let next) = branch.target, !events[position].isSubset(of: events[next]) else {
                        continue
                    }
                    events[next].formUnion(events[position])
                    changed = true
                }
            }
        }
        return events.map { leading in
            let signatures = leading.sorted().map { machine.events[$0].signature }
            let lists = signatures.map(\.fields)
            guard let first = lists.first else { return .noFields }
            let shared = first.filter { field in
                lists.allSatisfy {
                    $0.contains {
                        $0.name == field.name && $0.kind == field.kind && $0.classification == field.classification
                    }
                }
            }.map { field in
                var shared = field
                shared.isOptional = lists.contains { $0.contains { $0.name == field.name && $0.isOptional } }
                return shared
            }
            // An event of a flow that is unknown here may have further fields, so that an unknown name is no error.
            return Environment(fields: shared, isOpen: signatures.contains { isOfUnknownFlow($0) })
        }
    }

    private mutating func resolveBodies(of pending: PendingChoice, in environment: Environment) {
        for (position, branch) in pending.declaration.branches.enumerated() {
            let problems = diagnostics.count
            machine.choices[pending.position].branches[position].body = body(branch.body, in: environment)
            if diagnostics.count > problems { machine.choices[pending.position].isFaulty = true }
        }
    }

    /// Reports each choice that can lead back to itself, because a step through it would never end.
    private mutating func reportCycles() {
        for (position, choice) in machine.choices.enumerated() where !choice.isFaulty {
            var reached: Set<Int> = []
            var open = [position]
            while let current = open.popLast() {
                for branch in machine.choices[current].branches {
                    if case .choice(let next) = branch.target, reached.insert(next).inserted { open.append(next) }
                }
            }
            if reached.contains(position) {
                report(
                    "choice '\(choice.name.text)' leads back to itself, so it is never resolved", at: choice.range,
                    .choiceCycle)
                machine.choices[position].isFaulty = true
            }
        }
    }
}
