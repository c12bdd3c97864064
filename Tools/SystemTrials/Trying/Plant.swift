import FlowProviders

/// A mistake that is made on purpose, to show that trials find it. Each `...Hidden` is an explorer that does not see what its comment
/// names.
package enum Plant: String, CaseIterable, Sendable {
    /// Rows for `stale` events.
    case staleWordsHidden
    /// That a flow reacts to callbacks that no row of a decoder reads: they are taken to be ignored.
    case unreadCallbacksHidden
    /// That a source retains words.
    case retainedWordsHidden
    /// Words of earlier runs, which a model says as long as its variable `past` is true.
    case ghostsHidden
    /// That an SDK may fall silent.
    case silenceHidden
    /// The rows of the command `next`, which every drawn flow has.
    case commandsHidden
    /// Where a deadline leads: each is taken to lead to `failed`.
    case deadlinesHidden
    /// That a word may end a run by deadlines in less than a second: each duration below a second is taken for one.
    case shortDurationsHidden
    /// That words may be lost, doubled or reordered.
    case faultsHidden
    /// That the app may die and come back.
    case deathsHidden
    /// Two lanes of one provider are taken for lanes of two, so that nothing seems to wait for the run's own lane.
    case ownLanesHidden
    /// That a parameter with a range can be chosen: it has its default value alone.
    case choicesHidden
    /// To which states runs come: nothing is said to come to any.
    case reachedHidden
    /// To which states sub-flows come: nothing is said to come to any.
    case reachedBySubFlowsHidden
    /// What is broken is called proved.
    case brokenIsProved
    /// The last step of each counterexample is missing.
    case counterexampleCutShort

    /// The system as a mistaken explorer sees it.
    func seen(_ system: SystemText) -> SystemText {
        var seen = system
        switch self {
        case .staleWordsHidden: seen.edit(inFlows: true) { $0.hasPrefix("on stale ") ? nil : $0 }
        case .unreadCallbacksHidden:
            seen.edit(inFlows: true) { $0.hasPrefix("on unrecognised ") ? "ignore unrecognised" : $0 }
        case .retainedWordsHidden:
            seen.edit(inFlows: true) { $0.hasPrefix("retained ") ? String($0.dropFirst("retained ".count)) : $0 }
        case .ghostsHidden: seen.edit(inFlows: false) { $0.hasPrefix("emit old when past") ? nil : $0 }
        case .silenceHidden: seen.edit(inFlows: false) { $0.hasPrefix("quiet ") ? nil : $0 }
        case .commandsHidden: seen.edit(inFlows: true) { $0.hasPrefix("on next ") ? nil : $0 }
        case .deadlinesHidden:
            seen.edit(inFlows: true) { line in
                guard line.hasPrefix("after "), let arrow = line.firstIndex(of: "-") else { return line }
                return line[..<arrow] + "-> failed"
            }
        case .shortDurationsHidden: seen.edit(inFlows: true) { SystemText.lengthened($0) }
        case .faultsHidden: seen.channel = Channel(capacity: system.channel.capacity)
        case .deathsHidden: seen.crashes = false
        case .ownLanesHidden:
            seen.edit(inFlows: true) { $0.hasPrefix("lane queue of ") ? "lane queue of Elsewhere" : $0 }
        case .choicesHidden:
            seen.edit(inFlows: true) { line in
                // As in `param first: int 0...2 = 1`.
                let parts = line.split(separator: " ")
                guard line.hasPrefix("param "), line.contains("..."), let own = parts.last else { return line }
                return "param \(parts[1]) \(parts[2]) \(own)...\(own) = \(own)"
            }
        case .reachedHidden, .reachedBySubFlowsHidden, .brokenIsProved, .counterexampleCutShort: break
        }
        return seen
    }
}

extension SystemText {
    /// Changes each line of all flows, or of all models; a line for which `change` gives nil is dropped.
    ///
    /// - Parameters:
    ///   - inFlows: whether the flows are edited; false for the models.
    ///   - change: the new line for a line without its indent.
    fileprivate mutating func edit(inFlows: Bool, _ change: (String) -> String?) {
        for part in parts {
            if case .model = part, inFlows { continue }
            if case .model = part {} else if !inFlows { continue }
            let lines = self[part].split(separator: "\n", omittingEmptySubsequences: false)
            self[part] = lines.compactMap { line in
                let indent = line.prefix { $0 == " " }
                return change(String(line.dropFirst(indent.count))).map { indent + $0 }
            }.joined(separator: "\n")
        }
    }
}
