package import KeywayCore
package import KeywayLog

/// Records that a run might have, of each kind and with each cause.
package struct SampleRun: Sendable {
    package let run: RunID
    /// The number that it was made of.
    let number: UInt64
    package var reference: String?
    package var version = Self.version
    package var kind = RunKind.live

    /// A flow's version; a log keeps its bytes, whatever they are.
    package static let version = FlowVersion(
        table: Array("a table in canonical form".utf8), annotations: Array("what it is about".utf8))

    /// A run; two numbers make two different runs, whose order is that of the numbers.
    package init(_ number: UInt64, reference: String? = nil) {
        self.init(RunID(high: 0x0123_4567_89AB_CDEF, low: number), number, reference)
    }

    /// A run with an identity like those that are drawn at random, where all 128 bits differ; two numbers make two different runs.
    ///
    /// Runs with numbers one after the other share a half of their identities, in turns the one and the other: a log that knows runs by a
    /// half of the identity takes two of them for one.
    static func drawn(_ number: UInt64, reference: String? = nil) -> SampleRun {
        let half = { (number: UInt64) -> UInt64 in
            var generator = SeededGenerator(seed: number)
            return generator.next()
        }
        let run = RunID(high: half(number / 2), low: half(1 << 32 + number / 2 + number % 2))
        return SampleRun(run, number, reference)
    }

    private init(_ run: RunID, _ number: UInt64, _ reference: String?) {
        self.run = run
        self.number = number
        self.reference = reference
    }

    /// The record with this sequence. Another `variant` gives another record for it, as a second writer would: not for every sequence, but
    /// for each from 1 to 15.
    package func record(_ sequence: UInt64, variant: Int = 0) -> Record {
        record(sequence, at: Int64(clamping: sequence) * 1_000, sequence == 0 ? began : content(sequence, variant))
    }

    /// A record with this content; `time` in milliseconds.
    package func record(_ sequence: UInt64, at time: Int64, _ content: Record.Content) -> Record {
        let leg = UInt32(truncatingIfNeeded: sequence % 3)
        return Record(
            run: run, leg: leg, sequence: sequence, time: Instant(milliseconds: time), content: content)
    }

    package func records(_ sequences: Range<UInt64>) -> [Record] { sequences.map { record($0) } }

    /// An append of these records; of a run that is not over it says that it still needs the first of them.
    package func append(_ sequences: Range<UInt64>, isOver: Bool = false, isLazy: Bool = false) -> Append {
        Append(
            run: run, records: records(sequences),
            standing: isOver ? .over : .open(neededRecords: [sequences.lowerBound]), isLazy: isLazy)
    }

    package var began: Record.Content {
        .began(
            Beginning(
                version: version, reference: reference, kind: kind, salt: 0x0123_4567_89AB_CDEF,
                outcome: Outcome(state: 0, context: [nil, .bool(false)])))
    }

    private static let causes: [Cause] = [
        .asked, .heard, .retained, .replied, .failed, .refused, .interrupted, .timer, .limit, .granted, .restored,
        .owed(by: 0), .overrun, .valueGone,
    ]
    private static let stamps = (UInt8.min ... .max).compactMap(Stamp.init(rawValue:))
    /// What an event may mean whose callback was read.
    private static let dispositions = Disposition.allCases.filter { $0 != .unrecognised }
    /// How an order of this run closes: of runs with numbers one after the other each closes its orders in another way.
    private var closing: Closing {
        Closing.allCases[Int(truncatingIfNeeded: number % UInt64(Closing.allCases.count))]
    }

    private func content(_ sequence: UInt64, _ variant: Int) -> Record.Content {
        let number = Int(clamping: sequence)
        switch number % 24 {
        case 14:
            return .legBegan(
                LegBeginning(
                    owedBy: sequence - 1, parent: 0, child: variant, outcome: Outcome(state: 1, context: [.set(5)])))
        case 15: return .closed(EffectOrder.ID(sequence: sequence - 1, index: UInt32(clamping: variant)), closing)
        case 16:
            return .resumed(Resumption(epoch: 7, wallTime: Instant(milliseconds: 1_700_000_000_000), salt: sequence))
        case 17:
            return .commandBeforeLeg(
                CommandBeforeLeg(
                    leg: "outer.inner", command: variant, fields: [nil, .text("x")], commandID: "send-\(sequence)"))
        case 18: return .appEnded(.failed("late"))
        case 19:
            return .takenOver([EffectOrder.ID(sequence: sequence - 2, index: UInt32(clamping: variant))])
        default: return .event(event(number, variant))
        }
    }

    private func event(_ number: Int, _ variant: Int) -> EventRecord {
        let answered = number % 2 == 0 && number > 0
        let disposition: Disposition =
            number % 5 == 4 ? .unrecognised : Self.dispositions[number % Self.dispositions.count]
        return EventRecord(
            event: 1 + variant, cause: Self.causes[number % Self.causes.count],
            stamp: Self.stamps[number % Self.stamps.count],
            answers: answered ? EffectOrder.ID(sequence: UInt64(number - 1), index: 2) : nil,
            fields: [.withheld, .integer(-7_170), nil, .text("PENDING \u{1F511}")],
            sealed: number % 3 == 1 ? [0, 0xFF, UInt8(truncatingIfNeeded: number)] : nil,
            inputID: number % 13 == 0 ? "send-\(number)" : nil,
            unread: number % 5 == 4
                ? RawValue.Unread(name: "X", status: 9_106, shape: ["a: text", "b: null"]) : nil,
            row: number % 5 == 4 ? nil : 7, disposition: disposition,
            omittedSteps: disposition == .taken && number % 7 == 5 ? 12 : 0,
            outcome: Outcome(state: 2, context: [.enumCase(1), .set(.max), .duration(30_000), .bool(true), nil]))
    }
}
