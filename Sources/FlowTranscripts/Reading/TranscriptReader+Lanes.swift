import KeywayCore

/// Reads which other runs stand in the queues for the lanes of providers.
extension TranscriptReader {
    /// The header's list: the providers in whose queues other runs stand as the run begins.
    mutating func readOccupied(_ raw: RawValue?, number: Int) -> [String] {
        guard let raw else { return [] }
        let names: [RawValue]? = if case .list(let names) = raw { names } else { nil }
        let providers = (names ?? []).compactMap { if case .text(let name) = $0 { name } else { nil } }
        if providers.count != names?.count {
            report("'occupied' of the header must be a list of providers' names", at: number)
        }
        for provider in providers { others[provider, default: 0] += 1 }
        return providers
    }

    /// The line of another run that joins a provider's queue; nil where the line is not as it must be.
    mutating func readOccupied(
        _ raw: RawValue, _ members: [String: RawValue], number: Int
    ) -> Transcript.Line.Content? {
        guard let provider = readProvider(raw, as: "occupied", members, number: number) else { return nil }
        others[provider, default: 0] += 1
        return .occupied(provider: provider)
    }

    /// The line of another run that leaves a provider's queue; nil where the line is not as it must be.
    mutating func readFreed(_ raw: RawValue, _ members: [String: RawValue], number: Int) -> Transcript.Line.Content? {
        guard let provider = readProvider(raw, as: "freed", members, number: number) else { return nil }
        guard let count = others[provider], count > 0 else {
            let name = quoted(provider)
            report("no other run stands in the lane of \(name): a line before this one must be 'occupied'", at: number)
            return nil
        }
        others[provider] = count - 1
        return .freed(provider: provider)
    }

    /// The provider that stands behind `occupied` or `freed`, the `key` of the line; nil after a report.
    private mutating func readProvider(
        _ raw: RawValue, as key: String, _ members: [String: RawValue], number: Int
    ) -> String? {
        reportKeys(of: members, besides: ["at", key, "expect"], in: "a line with '\(key)'", at: number)
        guard case .text(let provider) = raw else {
            report("'\(key)' must be the name of a provider, in whose lane another run stands", at: number)
            return nil
        }
        return provider
    }
}
