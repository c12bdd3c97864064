import KeywayLog

/// Where a command writes its result and its remarks.
struct Console: Sendable {
    /// Writes a part of the result, without adding a line end.
    var write: @Sendable (String) -> Void
    /// Writes one line about the result to standard error.
    var remark: @Sendable (String) -> Void
    /// Shows how far a long command is, in place of the progress that was shown before; does nothing without a terminal.
    var showProgress: @Sendable (String) -> Void = { _ in }
    /// The clock by which progress is told: its rate, and how much time is left.
    var now: @Sendable () -> ContinuousClock.Instant = { .now }
    /// Whether the result goes to a terminal.
    var isTerminal = false
    /// How many characters a line of that terminal has; nil where nobody knows, or the result goes elsewhere.
    var width: Int?
    /// Whether the terminal shows colour, and is asked to.
    var showsColor = false
}

extension Console {
    /// Writes a line of the result.
    func writeLine(_ line: String) { write(line + "\n") }

    /// Writes a line of the result in as many lines as the terminal needs for it, all but the first indented.
    func writeLine(_ line: String, wrappedWith indentation: Int) {
        writeLine(line.wrapped(to: width, indentedBy: indentation))
    }

    /// Writes the result as the one value that a script reads.
    func write(_ value: JSONValue) { write(value.rendered) }

    /// The same console, and a function that tells whether any of the result was written to it.
    func watched() -> (console: Console, hasWritten: () -> Bool) {
        let hasWritten = Lock(false)
        var console = self
        console.write = { text in
            hasWritten.withLock { $0 = true }
            write(text)
        }
        return (console, { hasWritten.withLock { $0 } })
    }
}
