import FlowLanguage
import FlowMachine
import FlowRules
import KeywayCore

/// Callbacks that no model speaks of: those of sources without a model, which may come at any moment with anything, and
/// those that no row of a decoder reads.
struct ForeignCallbacks: Sendable {
    /// How many callbacks are made at most for one name that a decoder's rows read.
    private static let greatestCount = 8

    /// Callbacks of sources that have no model, one for each way in which a decoder reads a word, up to `greatestCount`.
    private(set) var ofOtherSources: [RawValue] = []
    /// Callbacks with a word that no row of a decoder knows.
    private(set) var unread: [RawValue] = []

    init(of machines: [Machine], beside models: [ProviderModel]) {
        let modelled = Set(models.compactMap { $0.source?.text })
        for machine in machines {
            for source in machine.sources.map(\.source) {
                let noise = RawValue.object([source.by: .text("NOISE")])
                if !unread.contains(noise) { unread.append(noise) }
                guard !modelled.contains(source.name) else { continue }
                let names = Set(source.rows.flatMap(\.callbackNames)).sorted()
                for name in names {
                    let witnesses = CallbackWitnesses(of: name, source: source, machine: machine)
                    for number in 0..<min(witnesses.count ?? 0, Self.greatestCount) {
                        let callback = witnesses.callback(number)
                        if !ofOtherSources.contains(callback) { ofOtherSources.append(callback) }
                    }
                }
            }
        }
        // A callback without the field that any source is declared `by`.
        if !unread.isEmpty { unread.append(.object(["foreign": .text("NOISE")])) }
    }
}
