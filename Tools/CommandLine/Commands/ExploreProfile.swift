import FlowLanguage
import FlowMachine
import FlowProviders

extension ExploreCall {
    /// Asks of each flow whether it keeps each clause of a profile, and prints clause by clause what was found.
    ///
    /// What was found is printed also where a flow cannot be judged, or not by every clause: the searches may have taken hours.
    func judge(by found: LookedUpProfile) throws -> ExitCode {
        // A clause that the flow does not keep alone, without models, is asked again beside models: those that the call names, or else all.
        let named = try providers.named()
        let models = named.isEmpty ? try providers.models() : named
        var judgements: [ProfileJudgement] = []
        var problems: [CallRefusal.Problem] = []
        for flow in flows {
            do throws(CallRefusal) {
                let judgement = try judgement(on: flow, by: found, beside: models, areAll: named.isEmpty)
                judgements.append(judgement)
                problems += judgement.problems(in: flow.source, models)
            } catch {
                problems += error.problems
            }
        }
        surroundings.console.showProgress("")
        let refusal = problems.isEmpty ? nil : CallRefusal(problems)
        if let refusal, judgements.isEmpty { throw refusal }
        let report = ProfileReport(profile: found.profile, judgements: judgements)
        if isJSON {
            surroundings.console.write(refusal.map { report.json.with($0.json) } ?? report.json)
        } else {
            for line in isForAll ? report.table + report.refutations : report.lines {
                surroundings.console.writeLine(line)
            }
        }
        if let refusal { throw refusal }
        return report.holds ? .fine : .problem
    }

    /// - Parameter areAll: whether the models are all that were found, as for `proofs(of:among:areAll:)`.
    private func judgement(
        on flow: CheckedFile, by found: LookedUpProfile, beside models: [LookedUpModel], areAll: Bool
    ) throws(CallRefusal) -> ProfileJudgement {
        guard let machine = try flow.explorableMachine() else {
            throw CallRefusal("check finds errors in it, so no clause is judged", at: flow.source.path)
        }
        let proofs = proofs(of: machine, among: models, areAll: areAll)
        do throws(ClauseBinding.Misfit) {
            return try FlowProviders.judge(
                machine, by: found.profile, in: found.source, against: proofs.map(\.models), limit: limit,
                reporting: {
                    let start = ContinuousClock.now
                    return { tell($0, since: start) }
                })
        } catch {
            throw CallRefusal([.init(error.sentence, in: found.source, at: error.range)])
        }
    }
}

extension ProfileJudgement {
    /// Why clauses could not be searched, each reason once.
    fileprivate func problems(in flow: SourceText, _ models: [LookedUpModel]) -> [CallRefusal.Problem] {
        var problems: [CallRefusal.Problem] = []
        for case .unsearchable(let found) in verdicts {
            let sources = Proof(flow: machine, models: found.models).sources(among: models)
            let problem = CallRefusal.Problem(found.problem, of: flow, beside: sources)
            if !problems.contains(problem) { problems.append(problem) }
        }
        return problems
    }
}
