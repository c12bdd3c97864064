/// What the search found, each finding with the first place where it showed.
///
/// The search goes through the configurations nearest to the beginning first, so no other place of a finding is nearer.
struct Findings {
    /// Where a finding showed: at a step from a configuration, or in the configuration itself.
    struct Place {
        var configuration: ProductConfiguration
        /// The step; nil where the finding showed in the configuration itself.
        var step: ProductStep?
        /// The legs after the step; nil where any step of this label will do.
        var target: Int32?
    }

    /// Where each finding showed first.
    private(set) var places: [Finding: Place] = [:]
    /// The findings in the order in which they showed.
    private(set) var order: [Finding] = []

    mutating func note(
        _ finding: Finding, at configuration: ProductConfiguration, _ step: ProductStep? = nil, to target: Int32? = nil
    ) {
        guard places[finding] == nil else { return }
        places[finding] = Place(configuration: configuration, step: step, target: target)
        order.append(finding)
    }
}
