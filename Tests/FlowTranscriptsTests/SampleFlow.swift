import KeywayCore

/// A flow with one argument of every kind; only its names and types matter here.
enum SampleFlow {
    static let table: Table = {
        var table = Table(name: "Sample", version: 1)
        table.enumerations = [
            Enumeration(
                name: "Way",
                cases: [
                    .init(name: "silent", codes: [.spelling("S")]), .init(name: "code", codes: [.range(10...19)]),
                    .init(name: "other", codes: [.rest]),
                ])
        ]
        table.states = [
            StateSignature(name: "idle", isFinal: false), StateSignature(name: "done", isFinal: true),
            StateSignature(name: "failed", isFinal: true),
        ]
        table.events = [
            EventSignature(
                name: "start", origin: .command,
                fields: [
                    Field(name: "id", kind: .text(1...8), classification: .personal, isOptional: false),
                    Field(name: "tries", kind: .integer(1...5), isOptional: true),
                    Field(name: "wait", kind: .duration(1...60_000), isOptional: true),
                    Field(name: "way", kind: .enumCase(of: 0), isOptional: true),
                    Field(name: "ways", kind: .set(of: 0), isOptional: true),
                    Field(name: "quick", kind: .bool, isOptional: true),
                ]),
            EventSignature(name: "cancel", origin: .command),
            EventSignature(name: "told", origin: .callback),
            EventSignature(
                name: "confirmed", origin: .reply,
                fields: [Field(name: "name", kind: .text(1...8), isOptional: false)]),
            EventSignature(name: "denied", origin: .reply),
            EventSignature(name: "unreachable", origin: .reply),
            EventSignature(name: "unrecognised", origin: .unrecognised),
            EventSignature(
                name: "sign", origin: .command,
                fields: [
                    Field(name: "first", kind: .text(0...8), classification: .transient, isOptional: false),
                    Field(name: "last", kind: .text(0...8), isOptional: true),
                ]),
        ]
        table.effects = [effect("ask", answers: [3, 4]), effect("show", answers: []), effect("check", answers: [4])]
        return table
    }()

    private static func effect(_ name: String, answers: [Int]) -> EffectSignature {
        let replies = EffectSignature.Replies(
            events: answers + [5], otherwise: 5, otherwiseFields: [], within: 10_000)
        return EffectSignature(
            name: name, fields: [], isOnce: false, isVolatile: false, startsAttempt: false, calls: nil,
            replies: answers.isEmpty ? nil : replies)
    }
}
