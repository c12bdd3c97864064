import FlowMachine
import KeywayCore

extension LegSystem {
    /// What holds in a configuration, whatever happens next.
    ///
    /// `live`: its legs that have not ended. `heard`: the providers that they hear. `beginnable`: the flows that may still begin.
    /// `followsRetained`: whether the words that these flows retain are followed while no leg hears them.
    mutating func findCondition(
        of live: [LegsConfiguration.Leg], heard: UInt64, beginning beginnable: UInt64,
        followingRetained followsRetained: Bool
    ) -> Condition {
        let waiting = live.reduce(0) { $0 | flows[$1.flow].waiting(in: $1.position) }
        var findings = rivals(among: live)
        for leg in live {
            let system = flows[leg.flow].system
            // A leg with a running sub-flow is not silent: it waits for what the sub-flow waits for.
            let hasChild = live.contains { $0.parent != nil && flows[$0.flow].parent == leg.flow }
            if waiting == 0 {
                findings.append(Finding(flow: leg.flow, content: .noEnd(state: system.state(of: leg.position))))
            } else if !hasChild, system.isSilent(leg.position) {
                findings.append(Finding(flow: leg.flow, content: .silentWait(state: system.state(of: leg.position))))
            }
        }
        let heard = followsRetained ? heard | retaining(for: beginnable) : heard
        // An SDK that no leg hears any more in this process is new in the next one; a model without an SDK keeps what
        // it counts.
        let later = live.reduce(0) { $0 | self.beginnable(by: $1, afterRestart: true) }
        let lasting = words.models.indices.reduce(into: UInt64(0)) {
            if words.models[$1].source == nil { $0.insert($1) }
        }
        let needed =
            beginnable.bits.reduce(heard) { $0 | flows[$1].providers }
            | later.bits.reduce(0) { $0 | flows[$1].providers } & lasting
        return Condition(
            isOver: live.isEmpty, waiting: waiting, findings: findingLists.number(of: findings),
            heard: UInt8(truncatingIfNeeded: heard), needed: UInt8(truncatingIfNeeded: needed))
    }

    /// The providers that are heard, or followed for another reason, one bit for each; without those whose words are only retained.
    ///
    /// `live`: the legs that have not ended. `deserted`: as in `LegsConfiguration`.
    func heard(by live: [LegsConfiguration.Leg], deserted: UInt64) -> UInt64 {
        // The root may hear what no leg reads.
        let all = live.isEmpty || !rootHearsUnread ? 0 : allProviders
        let waitedFor = deserted.bits.reduce(0) { $0 | flows[$1].providers }
        return live.reduce(all | demanding | waitedFor) { $0 | flows[$1.flow].providers }
    }

    /// The pairs of legs that hear one SDK at once, which is not followed.
    ///
    /// The older leg may retain a word, or hear it as the answer to its own call, and either leg may end by the other's
    /// word.
    private func rivals(among live: [LegsConfiguration.Leg]) -> [Finding] {
        guard live.count > 1 else { return [] }
        return live.enumerated().flatMap { place, newer in
            live[..<place].compactMap { older in
                let word = words.entries.indices.first {
                    isContested($0, by: flows[newer.flow], and: flows[older.flow])
                }
                return word.map { Finding(flow: newer.flow, content: .rival(flow: older.flow, word: $0)) }
            }
        }
    }

    /// Whether it is not followed which of the two legs hears the word.
    ///
    /// A word of a `singleton` source comes to the newer leg. That is certain only where the older leg is the root and
    /// does not retain the word.
    private func isContested(_ word: Int, by newer: LegFlow, and older: LegFlow) -> Bool {
        guard newer.readings[word] != nil, let reading = older.readings[word] else { return false }
        return older.parent != nil || older.retains[word] || reading.stamp == .current
    }

    /// The providers that demand something of their callers, one bit for each: they are followed to the end and beyond.
    private var demanding: UInt64 {
        words.models.indices.reduce(into: 0) { if !words.models[$1].requirements.isEmpty { $0.insert($1) } }
    }

    private var allProviders: UInt64 { words.models.indices.reduce(into: 0) { $0.insert($1) } }

    /// The flows that may begin because of a leg, as long as its process lives or after the next one has gone on with it.
    func beginnable(by leg: LegsConfiguration.Leg, afterRestart: Bool) -> UInt64 {
        let flow = flows[leg.flow]
        let known = afterRestart ? flow.beginnableAfterRestart : flow.beginnable
        let children = known.indices.contains(Int(leg.position)) ? known[Int(leg.position)] : UInt64.max
        return flow.children.indices.reduce(0) { children.has($1) ? $0 | family[flow.children[$1]] : $0 }
    }

    /// The providers of which words are retained for these flows.
    private func retaining(for beginnable: UInt64) -> UInt64 {
        words.entries.indices.reduce(into: 0) { bits, word in
            if beginnable.bits.contains(where: { flows[$0].retains[word] }) {
                bits.insert(words.entries[word].provider)
            }
        }
    }

    /// The leg that hears a word, and as which input; nil where nothing happens.
    ///
    /// It is the newest leg that runs and reads the word. Where only a leg that has ended reads it, nothing happens.
    /// What no leg reads is unrecognised at the root, if that makes a difference.
    func hearer(of word: Int, isOld: Bool, in position: Int32) -> LegInput? {
        let configuration = configurations[Int(position)]
        for (place, leg) in configuration.legs.enumerated().reversed()
        where !flows[leg.flow].system.isFinal(leg.position) {
            guard let input = flows[leg.flow].reading(of: word, isOld: isOld) else { continue }
            return LegInput(place: place, input: input)
        }
        let hasEndedReader = flows.indices.contains {
            configuration.begun.has($0) && flows[$0].readings[word] != nil
        }
        let root = configuration.legs[0]
        guard !hasEndedReader, rootHearsUnread, !self.root.system.isFinal(root.position) else {
            return nil
        }
        return LegInput(
            place: 0, input: FlowInput(origin: .word, event: self.root.machine.unrecognisedEvent, fields: []))
    }

    /// Whether the root is the newest leg that reads the word.
    func isHeardByRoot(_ word: Int, in position: Int32) -> Bool {
        hearer(of: word, isOld: false, in: position)?.place == 0
    }

    /// What is found where a success comes to a leg that the flow has left by itself, also if the leg has ended since.
    ///
    /// Nil where the root hears the success, or a leg whose parent listens. `hearer`: the leg that hears the success;
    /// nil where none does.
    func deserted(by hearer: LegInput?, of word: Int, in position: Int32) -> Finding? {
        let configuration = configurations[Int(position)]
        guard configuration.deserted != 0 else { return nil }
        let leg = hearer.map { configuration.legs[$0.place] }
        if let leg, leg.parent != nil || leg.flow == 0 { return nil }
        let readers = configuration.deserted.bits.filter { flows[$0].readings[word] != nil }
        guard let reader = readers.first(where: { leg == nil || leg?.flow == $0 }) else { return nil }
        return Finding(flow: reader, content: .successDeserted(word: word))
    }

    /// The words of a provider, by their positions among its own, that mean the same to every flow, once they are old, as a word that may
    /// come at any moment, for ever.
    func repeatableWords(of provider: Int) -> Set<Int> {
        let first = words.first[provider]
        let lasting = Set(words.models[provider].lastingWords.values)
        return words.models[provider].words.indices.reduce(into: []) { found, word in
            if lasting.contains(where: { meanTheSame(first + word, first + $0) }) { found.insert(word) }
        }
    }

    /// Whether two old words mean the same to every flow, to the sources that retain them, and to rule 30, which asks of a success also where
    /// it is old whether the leg accepts it.
    private func meanTheSame(_ left: Int, _ right: Int) -> Bool {
        let (one, other) = (words.entries[left], words.entries[right])
        return one.kinds == other.kinds && one.isSuccess == other.isSuccess && isUnread[left] == isUnread[right]
            && flows.allSatisfy { flow in
                flow.readings[left] == flow.readings[right] && flow.retains[left] == flow.retains[right]
                    && flow.outlivedReadings[left] == flow.outlivedReadings[right]
            }
    }
}
