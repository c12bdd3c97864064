/// Answers to an effect, replies or the passing of its limit, that do nothing but close the effect. The search leaves them out: instead of
/// a configuration in which one may come it follows the configuration in which the effect is closed.
///
/// After the search this says which rows and branches such answers would have tried.
struct IdleAnswers {
    /// What may happen in one configuration of the flow, as `FlowQuotient` found it before the search.
    struct Surveyed {
        /// The steps, each with its event and the position of the configuration that it leads to.
        var steps: [(event: Int, target: Int32)]
        /// Where idle answers lead.
        var targets: Set<Int32> = []
        /// The rows and branches that decide idle answers.
        var parts: Set<FlowPart> = []
    }

    /// A step of the search, by its event and the configurations that it followed.
    struct Step: Hashable {
        var from: Int32
        var event: Int
        var target: Int32
    }

    /// For each configuration that `FlowQuotient` found.
    var surveyed: [Surveyed] = []

    /// The rows and branches that decide an idle answer in some configuration to which the search came.
    ///
    /// The search follows one configuration in the place of all that have the same steps. So a step that was found before the search counts
    /// if the search took a step with the same event between the configurations that stand for its two ends.
    func partsTried(by system: FlowSystem) -> Set<FlowPart> {
        guard surveyed.contains(where: { !$0.parts.isEmpty }) else { return [] }
        let taken = system.stepsTaken
        let met = system.met.filter { surveyed.indices.contains(Int($0)) }.sorted().reached { position in
            let at = surveyed[Int(position)]
            let next = at.steps.filter { step in
                let (from, target) = (system.followed(inPlaceOf: position), system.followed(inPlaceOf: step.target))
                return taken.contains(Step(from: from, event: step.event, target: target))
            }
            return at.targets.sorted() + next.map(\.target)
        }
        return met.reduce(into: []) { $0.formUnion(surveyed[Int($1)].parts) }
    }
}
