import FlowTranscripts
import KeywayDebugger

extension ShadowSurveys {
    /// How many blanks further lines begin with where a line is broken, because the terminal is too narrow for it.
    static let indentation = 12

    /// - Parameters:
    ///   - log: the log as a `keyway explain` command names it: its folder, or its database without the password.
    ///   - width: how many characters a line of a table may have; nil where it may have any number.
    func lines(of log: String, fitting width: Int?) -> [String] {
        flows.enumerated().flatMap { place, flow in
            (place == 0 ? [] : [""])
                + [
                    "\(flow.version.name) version \(flow.version.number): \(counted(flow.survey.runCount, "shadowed sign-in"))"
                ]
                + flow.survey.lines(of: log, against: models, fitting: width)
        }
    }

    var json: JSONValue {
        .object([
            "signIns": .integer(Int64(runCount)),
            "flows": .list(
                flows.map { version, survey in
                    .object(
                        [
                            .init(name: "flow", value: .text(version.name)),
                            .init(name: "version", value: .integer(Int64(version.number))),
                        ] + survey.members)
                }),
        ])
    }
}

extension ShadowSurvey {
    /// How many sign-ins had each pair of outcomes, the app's and the flow's, be they equal or not; the most frequent first.
    fileprivate var pairs: [(app: String, flow: String, count: Int)] {
        outcomes.flatMap { app, flows in flows.sorted.map { (app: app, flow: $0.text, count: $0.count) } }
            .sorted { ($1.count, $0.app, $0.flow) < ($0.count, $1.app, $1.flow) }
    }

    fileprivate func lines(of log: String, against models: [String], fitting width: Int?) -> [String] {
        let rows = pairs.map { [$0.app, $0.flow, "\($0.count)"] }
        let table = ([["the app", "the flow", "sign-ins"]] + rows).inColumns(fitting: width.map { $0 - 2 }).map {
            "  \($0)"
        }
        func told(_ losses: [(kind: LossKind, loss: Loss)]) -> [String] {
            losses.flatMap { kind, loss in loss.lines(as: kind, of: log) }
        }
        let none = lostIfAnsweredCount == 0 ? "no success was lost" : "no success was lost for certain"
        let lost =
            lostCount == 0 ? ["", "  \(none)"] : ["", "  successes lost: \(lostCount)"] + told(certainLosses)
        let lostIfAnswered =
            lostIfAnsweredCount == 0
            ? []
            : ["", "  successes lost only if an answer had come that the shadow was not told: \(lostIfAnsweredCount)"]
                + told(conditionalLosses)
        let unreadRows = sortedUnread.flatMap { words, callback -> [String] in
            let row = callback.row.map { ["a row for it, with an event of the flow: \($0)"] } ?? []
            let verb = callback.isModelled.map { $0 ? "may say" : "never says" }
            let model = verb.map { ["\(models.joined(separator: ", ")) \($0) one of this name and status"] } ?? []
            return ["\("\(callback.count)".aligned(to: 8))  \(words), first in run \("\(callback.run)".prefix(8))"]
                + (row + model + ["it has \(callback.shape.sorted().joined(separator: ", "))"])
                .map { "            \($0)" }
        }
        let unread = unreadRows.isEmpty ? [] : ["", "  callbacks that no row reads"] + unreadRows
        return table + lost + lostIfAnswered + tally(flowFailures, "the app succeeded after the flow had come to")
            + tally(notJudged, "nothing can be said, because") + unread
            + tally(unmodelled, "callbacks that \(models.joined(separator: ", ")) never says")
            + tally(silences, "calls to which nothing came, and what ended the waiting")
            + tally(doubled, "told twice in a row, with the same values")
    }

    private func tally(_ tally: Tally, _ title: String) -> [String] {
        tally.counts.isEmpty
            ? [] : ["", "  \(title)"] + tally.sorted.map { "\("\($0.count)".aligned(to: 8))  \($0.text)" }
    }

    /// Successes of the flow that the app lost, each found without assuming any reply to an effect.
    private var certainLosses: [(kind: LossKind, loss: Loss)] { sortedLosses.filter { $0.kind.answers.isEmpty } }
    /// Successes that the app lost only if an effect had got a reply that the shadow was not told, or was told too late.
    private var conditionalLosses: [(kind: LossKind, loss: Loss)] { sortedLosses.filter { !$0.kind.answers.isEmpty } }

    private var sortedUnread: [(words: String, callback: UnreadCallback)] {
        unread.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map { ($0.key, $0.value) }
    }

    fileprivate var members: [JSONValue.Member] {
        [
            .init(name: "signIns", value: .integer(Int64(runCount))),
            .init(
                name: "outcomes",
                value: .list(
                    pairs.map {
                        .object([
                            "app": .text($0.app), "flow": .text($0.flow), "signIns": .integer(Int64($0.count)),
                        ])
                    })),
            .init(name: "lostCount", value: .integer(Int64(lostCount))),
            .init(name: "lost", value: .list(certainLosses.map { $0.loss.json(as: $0.kind) })),
            .init(name: "lostIfAnsweredCount", value: .integer(Int64(lostIfAnsweredCount))),
            .init(name: "lostIfAnswered", value: .list(conditionalLosses.map { $0.loss.json(as: $0.kind) })),
            .init(name: "flowFailed", value: flowFailures.json),
            .init(name: "notJudged", value: notJudged.json),
            .init(
                name: "unread",
                value: .list(
                    sortedUnread.map { words, callback in
                        .object([
                            "callback": .text(words), "count": .integer(Int64(callback.count)),
                            "run": .text("\(callback.run)"), "fields": .list(callback.shape.sorted().map { .text($0) }),
                            "row": callback.row.map { .text($0) } ?? .null,
                            "modelled": callback.isModelled.map { .bool($0) } ?? .null,
                        ])
                    })),
            .init(name: "unmodelled", value: unmodelled.json),
            .init(name: "silences", value: silences.json),
            .init(name: "doubled", value: doubled.json),
        ]
    }
}

extension ShadowSurvey.Loss {
    fileprivate func lines(as kind: ShadowSurvey.LossKind, of log: String) -> [String] {
        let run = "\(shortest.run)".prefix(8)
        let reference = shortest.reference.map { ", \($0)" } ?? ""
        let times = shortest.lines.map { [$0.at.spelled, $0.words] }.inColumns()
        return ["\("\(count)".aligned(to: 8))  \(kind.words)", "          the shortest, run \(run)\(reference):"]
            + times.map { "            \($0)" } + ["          keyway explain \(log) --run \(run)"]
    }

    fileprivate func json(as kind: ShadowSurvey.LossKind) -> JSONValue {
        .object([
            "app": .text(kind.app), "flow": .text(kind.flow), "event": .text(kind.event),
            "answers": .list(
                kind.answers.map { .object(["effect": .text($0.effect), "reply": .text($0.reply)]) }),
            "signIns": .integer(Int64(count)), "run": .text("\(shortest.run)"),
            "reference": shortest.reference.map { .text($0) } ?? .null,
            "story": .list(
                shortest.lines.map { .object(["at": .seconds($0.at), "words": .text($0.words)]) }),
        ])
    }
}
