extension Duration {
    /// Whole milliseconds: fractions are cut off, and what does not fit into 64 bits becomes the nearest bound.
    package var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (whole, isTooLong) = seconds.multipliedReportingOverflow(by: 1000)
        let (sum, overflows) = whole.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        return isTooLong || overflows ? (seconds < 0 ? .min : .max) : sum
    }
}
