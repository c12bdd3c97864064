import FlowLanguage
import FlowMachine
import FlowProviders

extension ExploreCall {
    /// Asks of each flow whether it keeps each clause of a profile, and prints clause by clause what was found.
    func judge(by found: LookedUpProfile) throws -> ExitCode {
        // A clause that the flow does not keep alone, without models, is asked again beside models: those that the call names, or else all.
        let named = try providers.named()
        let models = named.isEmpty ? try providers.models() : named
        var judgements: [ProfileJudgement] = []
        for flow in flows {
            guard let machine = try flow.explorableMachine() else {
                throw CallRefusal("check finds errors in it, so no clause is judged", at: flow.source.path)
            }
            let proofs = proofs(of: machine, among: models, areAll: named.isEmpty)
            do {
                judgements.append(
                    try FlowProviders.judge(
                        machine, by: found.profile, in: found.source, against: proofs.map(\.models), limit: limit,
                        reporting: {
                            let start = ContinuousClock.now
                            return { tell($0, since: start) }
                        }))
            } catch let misfit as ClauseBinding.Misfit {
                let (line, column) = found.source.place(of: misfit.range.lower)
                throw CallRefusal("\(found.source.path):\(line):\(column): \(misfit.sentence)")
            } catch let problem as ProfileProblem {
                let sources = Proof(flow: machine, models: problem.models).sources(among: models)
                throw CallRefusal(problem.problem.sentence(in: flow.source, sources))
            }
        }
        surroundings.console.showProgress("")
        let report = ProfileReport(profile: found.profile, judgements: judgements)
        if isJSON {
            surroundings.console.write(report.json)
        } else {
            for line in isForAll ? report.table + report.refutations : report.lines {
                surroundings.console.writeLine(line)
            }
        }
        return report.holds ? .fine : .problem
    }
}
