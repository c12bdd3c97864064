/// What a row does besides moving: assignments, timers, lanes, children and effects, in textual order.
public struct Body: Sendable {
    /// The orders in the order in which they are written, assignments among them.
    public var orders: [Order]
    /// Where the body stands, with its braces.
    public var range: SourceRange
}

/// One order of a body, assignments included: what stands in a line or before a `;`.
public struct Order: Sendable {
    /// What is done to the variable.
    public enum Assignment: String, Sendable {
        case assign = "="
        case add = "+="
        case subtract = "-="
    }

    /// What is ordered.
    public enum Content: Sendable {
        /// `keep phone, country`: fields of the event, each for the variable of its name.
        case keep([Name])
        /// `tries += 1`: the value is made of what the variables hold before the body.
        case assign(Name, Assignment, Operand)
        /// `set poll 1s`: starts the timer, or starts it anew if it runs.
        case set(timer: Name, Operand)
        /// `clear poll`: ends the timer, so that it cannot fire.
        case clear(timer: Name)
        /// `take line`: asks for the lane; the grant is an event of its name.
        case take(lane: Name)
        /// `run silent.start(phone)`: a command of the child's flow begins the leg; arguments stand in its fields'
        /// order.
        case run(child: Name, command: Name, arguments: [Operand])
        /// `do begin(phone)`: arguments stand in the order of the effect's fields.
        case perform(effect: Name, arguments: [Operand])
    }

    /// What is ordered; a `keep` may name several fields.
    public var content: Content
    /// Where the order stands, without the `;` behind it.
    public var range: SourceRange
}

/// An operand where the grammar wants a literal. A name without quotes is a case where an enum is wanted, and where a text is wanted it
/// is that text: `signedUp` is then "signedUp".
public typealias Literal = Operand

/// What is written where a value is read: a literal, a name or, in a decoder, a path.
public struct Operand: Sendable {
    /// What is written.
    public enum Content: Hashable, Sendable {
        /// A field, variable or case; more than one part is a path into a raw callback.
        case name([String])
        /// What stands between the quotes, with its escapes resolved.
        case string(String)
        /// Never negative, because integers have no sign.
        case integer(Int)
        /// In milliseconds.
        case duration(Int)
        /// Written `true` or `false`.
        case bool(Bool)
        /// Written `nil`: the absence of a value, for what may be absent.
        case `nil`
        /// Cases of an enum in braces, in a scenario alone: the set of them.
        case set([String])
    }

    /// What is written. A name has several parts only in decoders and in declarations of words.
    public var content: Content
    /// Where the operand stands: a string with its quotes, a path from its first part to its last.
    public var range: SourceRange
}
