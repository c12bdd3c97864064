package import KeywayCore
import KeywayLog

/// The shadowed sign-ins of a log, flow by flow.
///
/// A shadow is a run that follows a flow beside the app's own handler, and performs nothing.
package struct ShadowSurveys: Sendable {
    /// The models of SDKs beside which callbacks are looked at, as the person named them.
    package let models: [String]
    /// In the order in which the flows first came up.
    ///
    /// Two flows of one name and version number may still differ, and then each has an entry: their tables need not fit each other.
    package private(set) var flows: [(version: Statistics.Version, survey: ShadowSurvey)] = []
    /// Where each flow stands in `flows`.
    private var places: [FlowVersion: Int] = [:]
    /// The models beside each flow; nil where no model was named.
    private let makeBehavior: (@Sendable (RunningFlow) -> any ProviderBehavior & Sendable)?
    /// For each of `flows` what its models say; nil where no model was named.
    private var behaviors: [(any ProviderBehavior & Sendable)?] = []
    /// What is said of flows whose log does not tell which finals are successes, one sentence each.
    package private(set) var withoutSuccesses: [String] = []

    /// - Parameters:
    ///   - models: the names of the models.
    ///   - behavior: what the models say beside a flow; nil where there are none.
    package init(
        against models: [String] = [], _ behavior: (@Sendable (RunningFlow) -> any ProviderBehavior & Sendable)? = nil
    ) {
        self.models = models
        makeBehavior = behavior
    }

    package mutating func add(_ history: RunHistory) {
        let version = history.version
        let key = history.beginning.version
        let place = places[key] ?? flows.count
        if place == flows.count {
            places[key] = place
            flows.append((version, ShadowSurvey()))
            behaviors.append(makeBehavior?(history.flow))
            if history.annotations?.successes.isEmpty ?? true {
                withoutSuccesses.append(
                    "\(version.name) version \(version.number): the log does not say which finals are successes, so no loss is found"
                )
            }
        }
        let behavior = behaviors[place]
        flows[place].survey.add(ShadowedRun(of: history, beside: behavior), beside: behavior)
    }

    package var runCount: Int { flows.reduce(0) { $0 + $1.survey.runCount } }

    /// Whether a success was lost, or would be by an assumed answer, or a callback came that no row reads or no model has.
    package var findsAnything: Bool {
        flows.contains {
            !$0.survey.losses.isEmpty || !$0.survey.unread.isEmpty || !$0.survey.unmodelled.counts.isEmpty
        }
    }
}
