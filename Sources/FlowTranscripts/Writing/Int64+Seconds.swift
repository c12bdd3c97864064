extension Int64 {
    /// Milliseconds as seconds, exactly: 30.1, never 30.100000000000001. So transcripts write times, and messages name them.
    package var seconds: String {
        let (whole, rest) = magnitude.quotientAndRemainder(dividingBy: 1000)
        var fraction = rest == 0 ? "" : "." + String(String(1000 + rest).dropFirst())
        while fraction.hasSuffix("0") { fraction.removeLast() }
        return (self < 0 ? "-" : "") + String(whole) + fraction
    }
}
