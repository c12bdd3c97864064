import FlowProviders
import FlowTranscripts
import KeywayCore
import KeywayDebugger
import KeywayLog
import KeywayReplay

extension Option {
    fileprivate static let models = Option.against(
        "The SDK's model, a .provider file or OTPless@2.3.2: then callbacks are named that it never says, "
            + "and successes it told")
}

extension Command {
    static let shadow = Command(
        name: "shadow",
        summary: "compares an app's own handler with the flow that was its shadow: lost successes, unknown callbacks",
        operands: [.log("The log's folder, or postgresql://...; runs in it that are no shadow's are left out")],
        options: [.models, .specs, .format],
        endings: [
            (.fine, "No success was lost, and every callback is known"),
            (
                .problem,
                "A success was lost, a callback is unknown, the log has no shadow's run, or it cannot be read to its end"
            ),
        ],
        example: "keyway shadow sign-ins --against OTPless@2.3.2",
        perform: { arguments, surroundings in
            let lookup = try FlowLookup(arguments, in: surroundings)
            let models = try ProviderLookup(arguments.providers, specs: lookup.specs).named()
            let log = try OpenedLog(arguments, in: surroundings)
            var surveys =
                models.isEmpty
                ? ShadowSurveys()
                : ShadowSurveys(against: models.map(\.name)) { FollowedModels(models.map(\.model), beside: $0) }
            var disagreements: [String] = []
            let unreadable = try log.forEach(log.runs) { records throws(Replay.Failure) in
                guard case .began(let beginning)? = records.first?.content, beginning.kind == .shadow else { return }
                let history = try log.history(of: records)
                surveys.add(history)
                if let found = history.disagreement { disagreements.append("\(log.name): \(found.sentence)") }
            }
            guard surveys.runCount > 0 || !unreadable.isEmpty else {
                throw log.refusal("no run of this log is a shadow's")
            }
            let lacking = unreadable + surveys.withoutSuccesses.map { "\(log.name): \($0)" }
            if !arguments.isJSON {
                for line in surveys.lines(of: log.name, fitting: log.console.width) {
                    log.console.writeLine(line.harmless, wrappedWith: ShadowSurveys.indentation)
                }
            }
            let code = log.conclude(
                lacking: lacking, finding: disagreements, as: arguments.isJSON ? surveys.json : nil)
            return surveys.findsAnything ? .problem : code
        })
}
