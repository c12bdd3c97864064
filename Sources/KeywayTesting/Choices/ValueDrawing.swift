import KeywayCore

/// Draws values for the fields of events. Each text is made of a number of its own, so that a log can be searched for the text: two are
/// equal by chance alone, which is likely only where a field allows few letters.
struct ValueDrawing {
    let table: Table
    /// The number of the last text that was drawn; no two have the same number.
    private var lastText: UInt64
    /// The texts that were drawn and are looked for only where they stand by themselves.
    private var shortTexts: Set<String> = []

    /// - Parameter number: of this drawing; no two drawings with different numbers make a text of the same number.
    init(for table: Table, number: UInt32 = 0) {
        self.table = table
        lastText = UInt64(number) << 32
    }

    /// The values of an event's fields; an optional one may be absent.
    mutating func values(of fields: [Field], using draws: inout Draws) -> [Value?] {
        fields.map { field in
            field.isOptional && draws.happens(onceIn: 3) ? nil : value(of: field.kind, using: &draws)
        }
    }

    /// What whoever begins a run chooses for the flow's parameters, by their positions among the variables: for each the flow's own value,
    /// which is left out, the least, the greatest or any.
    ///
    /// One run in two has the flow's own values alone: where a command is rejected for most combinations of values, runs with drawn ones
    /// hardly ever begin.
    mutating func parameters(using draws: inout Draws) -> [Int: Value] {
        var chosen: [Int: Value] = [:]
        if table.parameters.isEmpty || draws.number(below: 2) == 0 { return chosen }
        for parameter in table.parameters {
            let field = table.variables[parameter.variable]
            let ends = field.kind.ends(among: table.enumerations)
            switch draws.number(below: 4) {
            case 0: break
            case 1: chosen[parameter.variable] = ends?.least
            case 2: chosen[parameter.variable] = ends?.greatest
            default: chosen[parameter.variable] = value(of: field.kind, using: &draws)
            }
        }
        return chosen
    }

    /// A value of the kind; nil for an enum without cases. Durations are at most two minutes, where the bounds allow that.
    mutating func value(of kind: Kind, using draws: inout Draws) -> Value? {
        switch kind {
        case .bool: .bool(draws.number(below: 2) == 1)
        case .integer(let bounds): .integer(number(in: bounds, using: &draws))
        case .duration(let bounds):
            .duration(
                number(in: bounds.lowerBound...min(bounds.upperBound, max(bounds.lowerBound, 120_000)), using: &draws))
        case .text(let bounds): .text(text(in: bounds))
        case .enumCase(let position):
            draws.element(of: Array(table.enumerations[position].cases.indices)).map { .enumCase($0) }
        case .set(let position):
            .set(UInt64(draws.number(below: 1 << min(table.enumerations[position].cases.count, 30))))
        }
    }

    /// A text of a new number, of a length within the bounds.
    ///
    /// A short one that can be found in a log is drawn once, so that no kept text is equal to one that must not be kept.
    mutating func text(in bounds: ClosedRange<Int>) -> String {
        let length = Canary.length(in: bounds)
        while true {
            lastText += 1
            let text = Canary.text(lastText, length: length)
            // Of four letters there are 2,401 texts, so this soon finds another one.
            let isTold = length < Canary.leastAlone || length >= Canary.least || shortTexts.count > 1000
            if isTold || shortTexts.insert(text).inserted { return text }
        }
    }

    /// A number within the bounds: any one where they are at most 2^20 apart, else one that is less than 2^20 from either bound. Where
    /// each draw is 0, it is the least number.
    private func number(in bounds: ClosedRange<Int64>, using draws: inout Draws) -> Int64 {
        let (width, isHuge) = bounds.upperBound.subtractingReportingOverflow(bounds.lowerBound)
        guard isHuge || width > 1 << 20 else { return bounds.lowerBound + Int64(draws.number(below: Int(width) + 1)) }
        // The edge is drawn first, so that shrinking goes to the lower one before it lessens the distance.
        let isUpper = draws.number(below: 2) == 1
        let distance = Int64(draws.number(below: 1 << 20))
        return isUpper ? bounds.upperBound - distance : bounds.lowerBound + distance
    }
}
