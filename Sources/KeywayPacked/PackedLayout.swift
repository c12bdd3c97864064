import KeywayCore

/// Where each variable of a flow lies in one word of 64 bits, and each field of an event in another.
///
/// A finite value lies there as a code: the values in order, behind 0 for absent where the value may be absent. A set has a bit that says
/// it is present, and one for each case. A text or duration has only the bit that says it is present. A parameter that is a duration is
/// the same in all runs of one layout, so the layout has its value, and the runs need not.
struct PackedLayout: Sendable {
    /// The bits of one variable or field.
    struct Place: Hashable {
        var shift: UInt8
        var width: UInt8
        var kind: Kind
        var isOptional: Bool
        /// The least code of a value: 1 where 0 stands for absent, else 0.
        var firstCode: UInt64
        /// How many codes there are from 0 on.
        var codeCount: Int
        /// The value of a parameter that is a duration; nil for everything else.
        var fixed: Value?

        var mask: UInt64 { (1 << UInt64(width) &- 1) << UInt64(shift) }
        /// Whether a code says only that there is a value: of texts and durations.
        var isOpaque: Bool { !kind.isFinite && fixed == nil }
    }

    /// A run has 32 bits for its slots, the upper half of a word. The highest is never set, because `PackedCells.cell` takes 1 from a word
    /// of such bits, and must get a negative number only where no bit is set.
    static let greatestSlotCount = UInt32.bitWidth - 1

    let variables: [Place]
    /// For each event, its fields.
    let fields: [[Place]]
    let stateCount: Int
    let timerCount: Int
    /// The effects with replies, by position, in the order of their slots; the slots of the timers follow.
    let answering: [Int]

    /// How many slots a run has: one for each effect with replies, then one for each timer.
    ///
    /// At least two, and at least one more than an odd number of effects with replies: `PackedRun.slots(of:among:)`
    /// looks at two slots at a time, so a slot must stand behind the last of these.
    var slotCount: Int { max(2, answering.count + answering.count % 2, answering.count + timerCount) }

    /// A checksum of the durations that all runs of the layout began with: a table that was laid out for other durations must not decide
    /// events of these runs.
    var checksumOfDurations: UInt64 {
        variables.compactMap { place in
            guard case .duration(let milliseconds)? = place.fixed else { return nil }
            return UInt64(bitPattern: milliseconds)
        }.checksum
    }

    /// The position of a state's first cell; the cells of one state follow each other.
    func firstCell(of state: Int) -> UInt32 { UInt32(truncatingIfNeeded: state * fields.count) }

    func slot(ofTimer timer: Int) -> Int { answering.count + timer }

    /// Nil where the flow has more variables, fields, slots, states or events than the words hold, or a variable or
    /// field with too many values.
    ///
    /// - Parameter parameters: what the runs began with, by the positions of the parameters among the variables; one that
    ///   is left out has the value that the flow says.
    init?(of table: Table, choosing parameters: [Int: Value]) {
        guard var variables = Self.places(of: table.variables, table.enumerations) else { return nil }
        let values = table.firstValues(choosing: parameters)
        for parameter in table.parameters.map(\.variable) where variables[parameter].isOpaque {
            variables[parameter].fixed = values[parameter]
        }
        self.variables = variables
        var fields: [[Place]] = []
        for event in table.events {
            guard let places = Self.places(of: event.fields, table.enumerations) else { return nil }
            fields.append(places)
        }
        self.fields = fields
        stateCount = table.states.count
        timerCount = table.timers.count
        answering = table.effects.indices.filter { table.effects[$0].replies != nil }
        // A packed step has 16 bits for its state.
        if slotCount > Self.greatestSlotCount || stateCount > Int(UInt16.max) || fields.count > Int(UInt16.max) {
            return nil
        }
    }

    private static func places(of fields: [Field], _ enumerations: [Enumeration]) -> [Place]? {
        var shift = 0
        var places: [Place] = []
        for field in fields {
            guard let place = place(of: field, at: shift, enumerations) else { return nil }
            places.append(place)
            shift += Int(place.width)
        }
        return places
    }

    private static func place(of field: Field, at shift: Int, _ enumerations: [Enumeration]) -> Place? {
        let values: Int
        switch field.kind {
        case .text, .duration: values = 1
        case .bool: values = 2
        case .integer(let bounds):
            let (span, overflows) = bounds.upperBound.subtractingReportingOverflow(bounds.lowerBound)
            // An integer that can have more than 2^20 values is not packed.
            guard !overflows, span < 1 << 20 else { return nil }
            values = Int(span) + 1
        case .enumCase(let position): values = enumerations[position].cases.count
        case .set(let position):
            let width = enumerations[position].cases.count + 1
            // A set of more than 31 cases is not packed: with the bit for its presence its code has 32 bits at most.
            guard shift + width <= 64, width <= 32 else { return nil }
            return Place(
                shift: UInt8(shift), width: UInt8(width), kind: field.kind, isOptional: field.isOptional, firstCode: 1,
                codeCount: 1 << width)
        }
        let firstCode = field.isOptional || !field.kind.isFinite ? 1 : 0
        let greatestCode = values - 1 + firstCode
        // A value of which there is only one needs no bit, and gets one, as no place is empty.
        let width = max(1, Int.bitWidth - greatestCode.leadingZeroBitCount)
        guard shift + width <= 64 else { return nil }
        return Place(
            shift: UInt8(shift), width: UInt8(width), kind: field.kind, isOptional: field.isOptional,
            firstCode: UInt64(firstCode), codeCount: greatestCode + 1)
    }
}

extension PackedLayout.Place {
    /// The code of a value; nil for one that this place does not have, and for an absent one where none may be absent.
    func code(of value: Value?) -> UInt64? {
        guard let value else { return isOptional ? 0 : nil }
        if let fixed { return value == fixed ? 1 : nil }
        let code: UInt64
        switch (kind, value) {
        case (.text, _), (.duration, _): return 1
        case (.bool, .bool(let flag)): return firstCode + (flag ? 1 : 0)
        case (.integer(let bounds), .integer(let number)):
            guard bounds.contains(number) else { return nil }
            return UInt64(truncatingIfNeeded: number &- bounds.lowerBound) &+ firstCode
        case (.enumCase, .enumCase(let position)):
            guard position >= 0 else { return nil }
            code = UInt64(position) &+ firstCode
        case (.set, .set(let bits)):
            guard bits < 1 << 32 else { return nil }
            code = bits << 1 | 1
        default: return nil
        }
        return code < UInt64(codeCount) ? code : nil
    }

    /// The value of a code; of a text or duration only that it is present.
    func value(of code: UInt64) -> Value? {
        if code < firstCode { return nil }
        if let fixed { return fixed }
        switch kind {
        case .text, .duration: return .withheld
        case .bool: return .bool(code > firstCode)
        case .integer(let bounds): return .integer(bounds.lowerBound &+ Int64(truncatingIfNeeded: code &- firstCode))
        case .enumCase: return .enumCase(Int(truncatingIfNeeded: code &- firstCode))
        // A set that is absent has no bits and so the code 0.
        case .set: return .set(code >> 1)
        }
    }

    /// Whether a code below `codeCount` can stand here; every set that is present has its lowest bit.
    func isPossible(_ code: UInt64) -> Bool {
        if code < firstCode { return isOptional }
        if case .set = kind { return code & 1 == 1 }
        return true
    }

    /// The code that stands at this place of a word.
    func code(in word: UInt64) -> UInt64 { (word & mask) >> UInt64(shift) }
}

extension PackedLayout {
    /// The word of an event's fields; nil where one has no code, or is absent and must not be.
    func word(of values: [Value?], in event: Int) -> UInt64? {
        var word: UInt64 = 0
        for index in fields[event].indices {
            let value = index < values.count ? values[index] : nil
            guard let code = fields[event][index].code(of: value) else { return nil }
            word |= code << UInt64(fields[event][index].shift)
        }
        return word
    }

    /// The word of the variables; nil where one has no code, or is absent and must not be.
    func word(of values: [Value?]) -> UInt64? {
        var word: UInt64 = 0
        guard values.count == variables.count else { return nil }
        for (place, value) in zip(variables, values) {
            guard let code = place.code(of: value) else { return nil }
            word |= code << UInt64(place.shift)
        }
        return word
    }
}
