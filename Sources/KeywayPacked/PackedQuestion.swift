import KeywayCore

/// A yes-or-no question of a guard: whether the code of a variable or field, the number that its value is packed as, is one
/// of a set of codes.
package struct PackedQuestion: Hashable, Sendable {
    /// What the code stands for.
    package enum Subject: Hashable, Sendable {
        /// By its position among the flow's variables.
        case variable(Int)
        /// By its position among the fields of the event `of`.
        case field(Int, of: Int)

        /// Whether it is read from the event's word, and not from the run's.
        var isOfEvent: Bool { if case .field = self { true } else { false } }
    }

    /// The variable or field that is asked about.
    package var subject: Subject
    /// The lowest bit of the code in the word.
    package var shift: UInt8
    /// All ones for as many bits as the code has, at most six.
    package var mask: UInt8
    /// A bit for each code: 1 where the answer for that code is yes.
    package var codes: UInt64
}

/// A question with only what it takes to answer it, for a loop over events.
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

    /// A question that no cell asks, to fill an array up.
    init() {
        codes = 0
        shift = 0
        mask = 0
        isOfEvent = false
    }

    /// The answer for the codes of a run's variables and an event's fields: 1 for yes, 0 for no.
    @inlinable @inline(__always)
    func answer(_ variables: UInt64, _ fields: UInt64) -> UInt64 {
        let word = isOfEvent ? fields : variables
        return codes &>> (word &>> UInt64(shift) & UInt64(mask)) & 1
    }
}
