/// A question to the words: whether the code there is one of a set.
@usableFromInline
struct PackedQuestion: Hashable, Sendable {
    @usableFromInline var isOfEvent: Bool
    @usableFromInline var shift: UInt8
    /// All ones for as many bits as the code has, at most six.
    @usableFromInline var mask: UInt8
    /// A bit for each code.
    @usableFromInline var codes: UInt64

    @usableFromInline
    init(isOfEvent: Bool, shift: UInt8, mask: UInt8, codes: UInt64) {
        self.isOfEvent = isOfEvent
        self.shift = shift
        self.mask = mask
        self.codes = codes
    }

    /// 1 for yes.
    @inlinable
    func answer(_ variables: UInt64, _ fields: UInt64) -> UInt64 {
        let word = isOfEvent ? fields : variables
        return codes &>> (word &>> UInt64(shift) & UInt64(mask)) & 1
    }
}
