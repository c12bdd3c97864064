import FlowMachine
import KeywayCore
import KeywaySuites

/// The values with which a cell is tried: those at which its guards may change their answers, and the ends of ranges.
struct TellingValues {
    private let machine: Machine
    /// The integers near which some guard may change its answer.
    private var numbers: Set<Int64>
    /// For each enum, by its position, the cases that guards look for in sets of it.
    private var soughtCases: [Int: Set<Int>] = [:]

    /// Finds out what the guards ask.
    ///
    /// - Parameters:
    ///   - guards: the conditions of the cell's rows, and of the choices behind them.
    ///   - event: the cell's event, whose fields the guards may name.
    ///   - constants: `Machine.constants`.
    init(for guards: [Condition], of event: Int, of machine: Machine, constants: Set<Int64>) {
        self.machine = machine
        numbers = constants
        let fields = machine.events[event].signature.fields
        func kind(of term: Term) -> Kind? {
            switch term.content {
            case .variable(let position): machine.variables[position].field.kind
            case .field(let name): fields.first { $0.name == name }?.kind
            case .constant, .absent: nil
            }
        }
        for question in guards.flatMap(\.questions) {
            switch question {
            case .comparison(let left, _, let right):
                // Beside a constant, which is among the numbers, the other side's own range is enough.
                guard case .integer(let bounds)? = kind(of: left), case .integer(let others)? = kind(of: right) else {
                    continue
                }
                for range in [bounds, others] { numbers.formUnion(Self.numbers(of: range)) }
            case .containment(let element, let set):
                guard case .set(let enumeration)? = kind(of: set) else { continue }
                let cases =
                    if case .constant(.enumCase(let position)) = element.content { [position] } else {
                        Array(machine.enumerations[enumeration].cases.indices)
                    }
                soughtCases[enumeration, default: []].formUnion(cases)
            case .any, .all, .not, .membership, .present, .flag: break
            }
        }
    }

    /// What an integer of the range is compared by: each of its numbers, or the ends of a range of many.
    private static func numbers(of range: ClosedRange<Int64>) -> [Int64] {
        UInt64(bitPattern: range.upperBound &- range.lowerBound) < 16
            ? Array(range) : [range.lowerBound, range.upperBound]
    }

    /// The field's values: of an integer those near the numbers and the ends of the range, of a set as `sets` says, else as `extremes` has.
    /// Absence, nil, comes last where the field is optional. A text consists of `letter` alone.
    func values(of field: Field, letter: Character) -> [Value?] {
        let present: [Value] =
            switch field.kind {
            case .integer(let bounds):
                Set(numbers.union([bounds.lowerBound, bounds.upperBound]).flatMap { [$0 &- 1, $0, $0 &+ 1] })
                    .filter(bounds.contains).sorted().map { .integer($0) }
            case .set(let enumeration): sets(of: enumeration).map { .set($0) }
            case .bool, .enumCase, .text, .duration:
                field.extremes(among: machine.enumerations, letter: letter).compactMap(\.self)
            }
        return present + (field.isOptional ? [nil] : [])
    }

    /// All subsets of up to four cases, those that guards look for and then others, and the whole set. Where guards look for more than four
    /// cases: the empty set and the whole one, and for each case that they look for the set of it alone, and that of all others.
    private func sets(of enumeration: Int) -> [UInt64] {
        let cases = machine.enumerations[enumeration].cases.indices
        let whole = machine.enumerations[enumeration].setOfAllCases
        let sought = soughtCases[enumeration, default: []].sorted()
        guard sought.count <= 4 else {
            let single = sought.map { UInt64(1) << UInt64($0) }
            return [0] + single + single.map { whole & ~$0 } + [whole]
        }
        let chosen = (sought + cases.filter { !sought.contains($0) }).prefix(4).sorted()
        let subsets = (0..<(UInt64(1) << UInt64(chosen.count))).map { choice in
            chosen.enumerated().reduce(UInt64(0)) { set, bit in
                choice >> UInt64(bit.offset) & 1 == 1 ? set | 1 << UInt64(bit.element) : set
            }
        }
        return subsets + (subsets.last == whole ? [] : [whole])
    }
}
