import FlowProviders

/// A mistake that is made on purpose, to show that trials find it: an explorer that does not follow something, or says what is
/// not so.
package enum Plant: String, CaseIterable, Sendable {
    case staleWordsHidden
    case unreadCallbacksHidden
    case retainedWordsHidden
    case ghostsHidden
    case silenceHidden
    case commandsHidden
    case deadlinesHidden
    case faultsHidden
    case deathsHidden
    /// Two lanes of one provider are taken for lanes of two, so that nothing seems to wait for the run's own lane.
    case ownLanesHidden
    /// Each parameter has the flow's own value alone.
    case choicesHidden
    case brokenIsProved
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
    /// Changes or drops each line of the flows, or else of the models.
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
