/// Answers to open effects of which nothing comes: the search leaves them out, and follows a configuration where they may come as one in
/// which the effect is closed.
///
/// They are kept here to learn, after the search, which rows and branches they would have tried.
struct IdleAnswers {
    /// What may happen in one configuration of the flow as it was surveyed.
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

    /// For each configuration of the survey.
    var surveyed: [Surveyed] = []

    /// The rows and branches that decide an idle answer in some configuration to which the search came.
    ///
    /// The search followed other configurations in the place of some, with steps that are alike. So a step of the survey counts if the
    /// search took one with its event between the configurations that it followed.
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
