import KeywayCore

/// A question of a guard to the words of a run and an event: whether the code at a place is one of some.
package struct PackedQuestion: Hashable, Sendable {
    /// What the code stands for.
    package enum Subject: Hashable, Sendable {
        case variable(Int)
        case field(Int, of: Int)

        /// Whether it is read from the event's word, and not from the run's.
        var isOfEvent: Bool { if case .field = self { true } else { false } }
    }

    /// The variable or field that is asked about.
    package var subject: Subject
    /// Where its code begins.
    package var shift: UInt8
    /// All ones for as many bits as the code has, at most six.
    package var mask: UInt8
    /// A bit for each code.
    package var codes: UInt64
}

/// A question as it is asked in a loop.
@usableFromInline
struct AskedQuestion: Sendable {
    @usableFromInline let codes: UInt64
    @usableFromInline let shift: UInt8
    @usableFromInline let mask: UInt8
    @usableFromInline let isOfEvent: Bool

    init(_ question: PackedQuestion) {
        codes = question.codes
        shift = question.shift
        mask = question.mask
        isOfEvent = question.subject.isOfEvent
    }

    /// What no cell asks.
    init() {
        codes = 0
        shift = 0
        mask = 0
        isOfEvent = false
    }

    /// 1 for yes.
    @inlinable @inline(__always)
    func answer(_ variables: UInt64, _ fields: UInt64) -> UInt64 {
        let word = isOfEvent ? fields : variables
        return codes &>> (word &>> UInt64(shift) & UInt64(mask)) & 1
    }
}
