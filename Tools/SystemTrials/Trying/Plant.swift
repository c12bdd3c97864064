import FlowProviders

/// A mistake that is made on purpose, to show that trials find it. Each `...Hidden` is an explorer that does not follow what the name
/// says; of the others see below.
package enum Plant: String, CaseIterable, Sendable {
    case staleWordsHidden
    case unreadCallbacksHidden
    case retainedWordsHidden
    /// Words of earlier runs, which a model says as long as its variable `past` is true.
    case ghostsHidden
    /// That an SDK may fall silent.
    case silenceHidden
    case commandsHidden
    /// Where a deadline leads: each is taken to lead to `failed`.
    case deadlinesHidden
    /// That words may be lost, doubled or reordered.
    case faultsHidden
    case deathsHidden
    /// Two lanes of one provider are taken for lanes of two, so that nothing seems to wait for the run's own lane.
    case ownLanesHidden
    /// Each parameter has the flow's own value alone.
    case choicesHidden
    /// What is broken is called proved.
    case brokenIsProved
    /// The last step of each counterexample is missing.
    case counterexampleCutShort

    /// The system as a mistaken explorer sees it.
    func seen(_ system: SystemText) -> SystemText {
        var seen = system
        switch self {
        case .staleWordsHidden: seen.edit(flowsOnly: true) { $0.hasPrefix("on stale ") ? nil : $0 }
        case .unreadCallbacksHidden:
            seen.edit(flowsOnly: true) { $0.hasPrefix("on unrecognised ") ? "ignore unrecognised" : $0 }
        case .retainedWordsHidden:
            seen.edit(flowsOnly: true) { $0.hasPrefix("retained ") ? String($0.dropFirst("retained ".count)) : $0 }
        case .ghostsHidden: seen.edit(flowsOnly: false) { $0.hasPrefix("emit old when past") ? nil : $0 }
        case .silenceHidden: seen.edit(flowsOnly: false) { $0.hasPrefix("quiet ") ? nil : $0 }
        case .commandsHidden: seen.edit(flowsOnly: true) { $0.hasPrefix("on next ") ? nil : $0 }
        case .deadlinesHidden:
            seen.edit(flowsOnly: true) { line in
                guard line.hasPrefix("after "), let arrow = line.firstIndex(of: "-") else { return line }
                return line[..<arrow] + "-> failed"
            }
        case .faultsHidden: seen.channel = Channel(capacity: system.channel.capacity)
        case .deathsHidden: seen.crashes = false
        case .ownLanesHidden:
            seen.edit(flowsOnly: true) { $0.hasPrefix("lane queue of ") ? "lane queue of Elsewhere" : $0 }
        case .choicesHidden:
            seen.edit(flowsOnly: true) { line in
                // As in `param first: int 0...2 = 1`.
                let parts = line.split(separator: " ")
                guard line.hasPrefix("param "), line.contains("..."), let own = parts.last else { return line }
                return "param \(parts[1]) \(parts[2]) \(own)...\(own) = \(own)"
            }
        case .brokenIsProved, .counterexampleCutShort: break
        }
        return seen
    }
}

extension SystemText {
    /// Changes each line of the flows, or where `flowsOnly` is false of the models; a line for which `change` gives nil is dropped.
    fileprivate mutating func edit(flowsOnly: Bool, _ change: (String) -> String?) {
        for part in parts {
            if case .model = part, flowsOnly { continue }
            if case .model = part {} else if !flowsOnly { continue }
            let lines = self[part].split(separator: "\n", omittingEmptySubsequences: false)
            self[part] = lines.compactMap { line in
                let indent = line.prefix { $0 == " " }
                return change(String(line.dropFirst(indent.count))).map { indent + $0 }
            }.joined(separator: "\n")
        }
    }
}
