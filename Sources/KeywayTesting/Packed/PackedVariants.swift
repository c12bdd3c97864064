package import KeywayCore

/// The layouts of one flow for runs that began with different parameters, each made once.
///
/// One layout serves only runs with the same durations for parameters, and a test tries a cell with runs of several.
package struct PackedVariants<Packed> {
    private let table: Table
    private let make: (_ parameters: [Int: Value]) -> Packed?
    /// By the durations of the parameters; nil where the flow cannot be packed.
    private var made: [[Int: Value]: Packed?] = [:]

    /// - Parameter make: makes the layout for parameters, by their positions among the variables.
    package init(of table: Table, by make: @escaping (_ parameters: [Int: Value]) -> Packed?) {
        self.table = table
        self.make = make
    }

    /// The layout for a run; nil where the flow cannot be packed.
    package mutating func variant(for run: RunState) -> Packed? {
        let durations = table.parameters(in: run.values).filter { if case .duration = $0.value { true } else { false } }
        if let known = made[durations] { return known }
        let new = make(durations)
        made[durations] = .some(new)
        return new
    }
}
