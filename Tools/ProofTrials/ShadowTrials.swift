import KeywayFileLog
import KeywayTesting
import ProgramStreams
import SystemTrials

/// The trials of `--shadows`: naive handlers (an app's sign-in code as one writes it from the provider's page) are driven.
///
/// Beside each handler the shipped flow runs three times and hears the same: as a shadow, which writes a log; live, with a backend that
/// answers; and live with one that only ever confirms. What `keyway shadow` would report of the log is compared with how the handler and
/// the two live runs ended.
struct ShadowTrials {
    private let call: Call
    private let streams: Streams
    /// Where the sign-ins are written of which the shadow is told every answer; nil where each has a log of its own in memory.
    private let log: FileLog?
    private var tallies: [(product: ShadowedProduct, tally: ShadowTally)] = []
    private var isFine = true

    /// - Throws: `FileLog.Failure` where the folder of the log cannot be opened, and `WrongCall` where it has a log already.
    private init(_ call: Call, _ streams: Streams) throws {
        (self.call, self.streams) = (call, streams)
        // The trials write faster than a disk flushes, and a shadow gives up a sign-in where its log is overloaded.
        log = try call.log.map { try FileLog($0, acknowledging: .written, undurableLimit: 1 << 30) }
        if let log, !log.runs.isEmpty {
            throw WrongCall(sentence: "there is a log in \(log.path) already: name a folder that is not there yet")
        }
    }

    static func result(of call: Call, _ streams: Streams) -> ShadowResult {
        do {
            var trials = try ShadowTrials(call, streams)
            trials.driveAll()
            return try trials.result()
        } catch {
            streams.remark("=== --shadows: \((error as? WrongCall)?.sentence ?? "\(error)")\n")
            return ShadowResult(isFine: false)
        }
    }

    private mutating func driveAll() {
        for answers in ToldAnswers.allCases {
            for product in ShadowedProduct.all {
                do {
                    tallies.append((product, try drive(product, telling: answers)))
                } catch {
                    streams.remark("=== \(product): \(error)\n")
                    isFine = false
                }
            }
        }
        streams.endProgress()
    }

    private func drive(_ product: ShadowedProduct, telling answers: ToldAnswers) throws -> ShadowTally {
        var tally = ShadowTally(of: try product.trial(telling: answers))
        var generator = SeededGenerator(seed: call.seed)
        while tally.wanted < call.signIns {
            streams.showProgress("\(product), answers: \(answers): \(tally.wanted) of \(call.signIns) sign-ins")
            let number = min(500, call.signIns - tally.wanted)
            if answers == .every, let log {
                tally.add(number, into: log, generator: &generator)
            } else {
                try tally.add(number, generator: &generator)
            }
        }
        return tally
    }

    /// Judges what was written into the log of files, as far as there is one, and puts all together.
    private mutating func result() throws -> ShadowResult {
        var result = ShadowResult(isFine: isFine)
        if let log {
            try log.closeAndWait()
            let reader = try FileLog.Reader(log.path)
            for place in tallies.indices where tallies[place].tally.answers == .every {
                streams.showProgress("\(tallies[place].product): read from \(log.path)")
                try tallies[place].tally.judge(from: reader.records)
            }
            streams.endProgress()
            result.logCount = reader.runs.count
        }
        for (product, tally) in tallies {
            for mistake in tally.mistakes.prefix(3) { streams.remark("=== \(product), \(mistake)\n") }
            for (reason, count) in tally.notJudged.sorted(by: { $0.key < $1.key }) {
                streams.remark("\(product), answers: \(tally.answers): \(count) lost and not judged: \(reason)")
            }
            result.add(product, tally)
        }
        return result
    }
}
