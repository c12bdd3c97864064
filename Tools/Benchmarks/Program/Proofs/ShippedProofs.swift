import FlowLanguage
import FlowMachine
import FlowProviders
import FlowRules
import FlowSearch
import ProviderFiles

/// What it costs to prove all flows that ship, as `keyway explore --all` does, one after the other in this process.
struct ShippedProofs {
    /// A flow that ships is not proved.
    struct NotProved: Error { var title: String }

    /// The cost of each proof. The memory is known only of a proof in which the process became larger than ever before.
    let costs: [ExplorationCost]
    /// The processor time of all proofs in seconds: of the searches, and of judging what each search has kept.
    let seconds: Double
    /// The proof with the most configurations.
    let largest: ExplorationCost

    /// `before`: the resident size at the beginning of the process.
    init(residentBefore before: Int?) throws {
        let proofs = try Self.all()
        var costs: [ExplorationCost] = []
        let start = processorSeconds()
        for proof in proofs {
            let highest = highestResidentSize() ?? 0
            let models = proof.models.map(\.title).joined(separator: ", ")
            let title = proof.flow.name.text + (models.isEmpty ? " alone" : " against \(models)")
            let start = processorSeconds()
            // Set at each report of the search, and so at the last one before judging, which is not in it.
            var perSecond = 0.0
            let exploration = try proof.explored { progress in
                perSecond = Double(progress.configurations) / (processorSeconds() - start)
                return true
            }
            guard exploration.isProved else { throw NotProved(title: title) }
            costs.append(
                ExplorationCost(
                    title: title, configurations: exploration.configurations, perSecond: perSecond,
                    bytes: before.flatMap { before in
                        highestResidentSize().flatMap { $0 > highest ? $0 - before : nil }
                    }))
        }
        seconds = processorSeconds() - start
        self.costs = costs
        guard let largest = costs.max(by: { $0.configurations < $1.configurations }) else {
            throw BenchmarkError.flowIsWrong
        }
        self.largest = largest
    }

    /// The proofs that are long enough to be printed one by one.
    var large: [ExplorationCost] { costs.filter { $0.configurations > 1_000_000 } }

    /// A sentence for all proofs together, and one for each large proof.
    var sentences: [String] {
        let configurations = costs.map(\.configurations).reduce(0, +)
        let all =
            "All \(costs.count) shipped proofs, \(configurations) configurations: \(seconds.rounded(toPlaces: 1)) s."
        return [all] + large.map(\.sentence)
    }

    /// The proofs of every shipped flow against the models of every version of its providers.
    private static func all() throws -> [Proof] {
        let models = ShippedFile.models.compactMap { check(SourceText(path: $0.name, bytes: $0.bytes)).model }
        return try CheckedFlow.shipped().flatMap { Proof.all(of: $0.machine, among: models) }
    }
}
