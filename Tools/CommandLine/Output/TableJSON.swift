import FlowTables

extension TransitionTable {
    /// What the flow declares, one object for each row, and the choices that rows lead to.
    var json: JSONValue {
        .object([
            "flow": .text(flow), "version": .integer(Int64(version)),
            "enums": .list(
                enumerations.map { .object(["name": .text($0.name), "cases": .texts($0.cases)]) }),
            "variables": .list(variables.map(\.json)),
            "events": .list(events.enumerated().map { $1.json(at: $0) }), "cells": .list(rows.map(\.json)),
            "choices": .list(choices.map(\.json)), "finals": .list(finals.map(\.json)),
            "requirements": .list(
                requirements.map { .object(["requirement": .text($0.words), "line": .integer(Int64($0.line))]) }),
        ])
    }
}

extension TransitionTable.Variable {
    fileprivate var json: JSONValue {
        .object(["variable": .text(words), "first": .text(first), "parameter": .bool(isParameter)])
    }
}

extension TransitionTable.Event {
    fileprivate func json(at position: Int) -> JSONValue {
        .object(
            [
                .init(name: "event", value: .text(name)),
                .init(name: "position", value: .integer(Int64(position))),
                .init(name: "origin", value: .text(origin.rawValue)),
                .init(name: "fields", value: .texts(fields)),
            ] + (scope.map { [.init(name: "scope", value: .text($0.words))] } ?? []))
    }
}

extension TransitionTable.Row {
    fileprivate var json: JSONValue {
        .object(
            [
                .init(name: "state", value: .text(state)),
                .init(name: "event", value: .text(event)),
                .init(name: "guard", value: .text(condition)),
                .init(name: "disposition", value: .text(disposition.rawValue)),
                .init(name: "target", value: .text(target)),
            ] + changes.members + [
                .init(name: "decidedBy", value: .text(decision.words)),
                .init(name: "line", value: .integer(Int64(line))),
            ])
    }
}

extension TransitionTable.Changes {
    /// `effects` has the effects' names, as a timeline shows them, and `orders` the same effects with their arguments.
    fileprivate var members: [JSONValue.Member] {
        [
            .init(name: "effects", value: .texts(effects.map(\.name))),
            .init(name: "orders", value: .texts(effects.map(\.words))),
            .init(name: "timers", value: .texts(begunOrCleared)),
            .init(name: "changes", value: .texts(assignments)),
        ]
    }
}

extension TransitionTable.Choice {
    fileprivate var json: JSONValue {
        let branches = branches.map { branch in
            JSONValue.object(
                [
                    .init(name: "guard", value: .text(branch.condition)),
                    .init(name: "target", value: .text(branch.target)),
                ] + branch.changes.members + [.init(name: "line", value: .integer(Int64(branch.line)))])
        }
        return .object(["name": .text(name), "branches": .list(branches)])
    }
}

extension TransitionTable.Final {
    fileprivate var json: JSONValue { .object(["name": .text(name), "keeps": .texts(keeps)]) }
}

extension StoredFields {
    var json: JSONValue {
        .object([
            "flow": .text(flow), "version": .integer(Int64(version)),
            "fields": .list(
                fields.map { field in
                    .object([
                        "field": .text(field.name), "class": .text(field.classification.nameInList),
                        "kept": .text(field.kept.rawValue), "kind": .text(field.carrier.rawValue),
                    ])
                }),
        ])
    }
}
