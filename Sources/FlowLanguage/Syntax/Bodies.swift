/// What a row does besides moving: assignments, timers, lanes, children and effects, in textual order.
public struct Body: Sendable {
    public var orders: [Order]
    public var range: SourceRange
}

/// One line of a body.
public struct Order: Sendable {
    /// What is done to the variable.
    public enum Assignment: String, Sendable {
        case assign = "="
        case add = "+="
        case subtract = "-="
    }

    /// What is ordered.
    public enum Content: Sendable {
        case keep([Name])
        case assign(Name, Assignment, Operand)
        case set(timer: Name, Operand)
        case clear(timer: Name)
        case take(lane: Name)
        case run(child: Name, command: Name, arguments: [Operand])
        case perform(effect: Name, arguments: [Operand])
    }

    public var content: Content
    public var range: SourceRange
}

/// A literal as written.
public typealias Literal = Operand

/// A value where one is read: a literal, a name or, in a decoder, a path.
public struct Operand: Sendable {
    /// What is written.
    public enum Content: Hashable, Sendable {
        /// A field, variable or case; more than one part is a path into a raw callback.
        case name([String])
        case string(String)
        case integer(Int)
        /// In milliseconds.
        case duration(Int)
        case bool(Bool)
        case `nil`
    }

    public var content: Content
    public var range: SourceRange
}
