/// A set of at most 64 numbered things, with one bit of an integer for each.
public protocol NumberedSet: OptionSet, Hashable, Sendable where RawValue == UInt64 {}

extension NumberedSet {
    /// How many things such a set can hold; their numbers begin with 0.
    public static var capacity: Int { 64 }

    /// The set of one number; nil for a number below 0 or above 63, which no such set can hold.
    ///
    /// - Parameter number: from 0 to 63.
    public init?(number: Int) {
        guard (0..<Self.capacity).contains(number) else { return nil }
        self.init(rawValue: 1 << UInt64(number))
    }

    /// The numbers in the set, ascending.
    public var numbers: [Int] {
        var rest = rawValue
        var numbers: [Int] = []
        while rest != 0 {
            numbers.append(rest.trailingZeroBitCount)
            rest &= rest &- 1
        }
        return numbers
    }
}

/// A set of facts, such as those that hold at a moment of a run; the system that is searched gives each number its meaning.
///
/// A moment is the beginning of a run or a step of the run, together with the `Configuration` to which the beginning or the step leads.
public struct Facts: NumberedSet {
    /// One bit for each fact in the set, by its number.
    public var rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// A set of obligations, such as those that are pending in a configuration; the system that is searched gives each number its meaning.
///
/// An obligation is something that must happen at last if it stays pending: an armed timer fires, an open effect is answered.
/// A run is fair if no obligation stays pending for ever while no step touches it. This is weak fairness.
/// A step touches an obligation if it fulfils it (the timer fires), makes it anew (the timer is set again) or takes it back (the timer
/// is cancelled).
public struct Obligations: NumberedSet {
    /// One bit for each obligation in the set, by its number.
    public var rawValue: UInt64

    public init(rawValue: UInt64) { self.rawValue = rawValue }
}
