import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayRuns

/// The key store of the simulated world: it encrypts personal values on their way to the engine, and opens them on their way back.
struct WorldKeys {
    /// The runs whose keys the store has.
    private(set) var kept: Set<RunID> = []
    /// The runs whose keys the store ever had: the judge opens values also after their key was erased.
    private(set) var made: Set<RunID> = []

    private static func sealer(of run: RunID) -> ValueSealer { ValueSealer(WorldKey(run)) }

    /// Opens the run's values for the judge; nil where the run never had a key.
    func sealerOfJudge(_ run: RunID) -> ValueSealer? { made.contains(run) ? Self.sealer(of: run) : nil }

    mutating func erase(_ run: RunID) { kept.remove(run) }

    /// The appends with their values encrypted, as the engine gets them, and the runs whose appends are left out for want of a key.
    ///
    /// The values of a run whose key was erased are left out of its append.
    ///
    /// - Parameter isOut: is asked for each run that needs its key whether the store cannot be reached just now.
    mutating func seal(
        _ appends: [SharedAppend], isOut: () -> Bool
    ) -> (sealed: [SharedAppend], locked: [RunID: KeyError]) {
        var sealed: [SharedAppend] = []
        var locked: [RunID: KeyError] = [:]
        for append in appends {
            guard append.needsKey || !append.clear.isEmpty else {
                sealed.append(append)
                continue
            }
            if isOut() {
                locked[append.run] = .unavailable("out")
                continue
            }
            if append.needsKey { (_, _) = (kept.insert(append.run), made.insert(append.run)) }
            guard kept.contains(append.run) else {
                sealed.append(append.withheld)
                continue
            }
            do throws(KeyError) {
                sealed.append(try Self.sealer(of: append.run).sealed(append))
            } catch {
                locked[append.run] = error
            }
        }
        return (sealed, locked)
    }

    /// The blocks with their values opened, as a node gets them, and the runs whose values could not be opened.
    ///
    /// The values of a run whose key was erased stay encrypted.
    ///
    /// - Parameter isOut: as for `seal(_:isOut:)`.
    func open(
        _ runs: [RunID: [SharedBlock]], isOut: () -> Bool
    ) -> (opened: [RunID: [SharedBlock]], locked: [RunID: KeyError]) {
        var opened: [RunID: [SharedBlock]] = [:]
        var locked: [RunID: KeyError] = [:]
        for (run, blocks) in runs.sorted(by: { ($0.key.high, $0.key.low) < ($1.key.high, $1.key.low) }) {
            guard blocks.contains(where: { $0.records.hasSealedValues }) else {
                opened[run] = blocks
                continue
            }
            if isOut() {
                locked[run] = .unavailable("out")
                continue
            }
            do throws(KeyError) {
                opened[run] = kept.contains(run) ? try Self.sealer(of: run).opened(blocks) : blocks
            } catch {
                locked[run] = error
            }
        }
        return (opened, locked)
    }
}

extension SharedAppend {
    /// The append with its personal values in clear in the records, which is the mistake `valuesInClear`.
    var inClear: SharedAppend {
        var append = withheld
        for clear in clear {
            guard case .event(var event) = append.records[clear.record].content else { continue }
            event.fields = clear.event.fields
            append.records[clear.record].content = .event(event)
        }
        return append
    }
}

/// The key of a run in the simulation, which is no real cipher: it changes each byte by a mask.
///
/// A check sum before the bytes refuses another key, or a value that is put into another place than it was bound to.
private struct WorldKey: RunKey {
    struct Refused: Error {}

    private let number: UInt8
    /// The highest bit is always set, so that no ASCII letter stays one, and no text is found in clear.
    private var mask: UInt8 { number | 0x80 }

    init(_ run: RunID) {
        number = UInt8(truncatingIfNeeded: run.low ^ run.high)
    }

    func seal(_ plain: [UInt8], boundTo binding: [UInt8]) -> [UInt8] {
        [sum(plain + binding)] + plain.map { $0 ^ mask }
    }

    func open(_ sealed: [UInt8], boundTo binding: [UInt8]) throws -> [UInt8] {
        let plain = sealed.dropFirst().map { $0 ^ mask }
        guard sealed.first == sum(plain + binding) else { throw Refused() }
        return plain
    }

    private func sum(_ bytes: [UInt8]) -> UInt8 { bytes.reduce(number) { ($0 << 1 | $0 >> 7) &+ $1 } }
}
