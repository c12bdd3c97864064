import FlowMachine
import FlowProviders
import FlowRules
import KeywayCore

/// The arguments with which a command or a reply may come: one set of values for each way that a guard tells apart.
///
/// A text or duration, of which a guard can ask the presence alone, is made from a number, so that it is new each time
/// as far as its range allows. So is the case of an enum or the truth of a bool that no guard tells apart. Two fields
/// of one event have different values, so that it shows where an edit changes their places.
struct GivenArguments {
    /// How many ways of one event are tried at most.
    private static let patience = 32

    let machine: Machine
    /// Which values of fields the flow's guards tell apart.
    private let distinctions: Distinctions

    init(_ machine: Machine) {
        self.machine = machine
        distinctions = Distinctions(of: machine)
    }

    /// The arguments to try for the event in this state; texts and durations are made from `number`.
    func all(of event: Int, in state: Int, number: Int) -> [[String: RawValue]] {
        let fields = machine.events[event].signature.fields
        let variants = distinctions.variants(of: event, in: state) ?? [fields.map { _ in nil }]
        // Where no guard tells the values of a field apart, a 0 in the variants stands for any value, and the field gets one of its own.
        let isAsked = fields.indices.map { field in Set(variants.compactMap { $0[field] }).count > 1 }
        var all: [[String: RawValue]] = []
        for variant in variants.prefix(Self.patience) {
            // Optional fields that no guard asks are tried both present and absent: both may be kept or handed on.
            for isFull in [true, false] {
                let values = fields.indices.map { place -> Value? in
                    if variant[place] == nil, fields[place].isOptional, !isFull { return nil }
                    return fields[place].value(
                        isAsked[place] ? variant[place] : nil, number: number, place: place, among: machine.enumerations
                    )
                }
                let arguments = fields.arguments(values, among: machine.enumerations)
                if !all.contains(arguments) { all.append(arguments) }
            }
        }
        return all
    }
}

extension Field {
    /// The field's value: `distinct`, or one that is made from the number for a text or duration and where `distinct` is nil.
    ///
    /// Where `distinct` is nil an int has its least value, and one more for each field before it as far as its range allows;
    /// it is the same each time, as runs that differ in an int alone would be too many to try. So is a set: its bits count the fields
    /// up to it, so that it is not empty where no field is before it.
    /// - Parameters:
    ///   - distinct: the value that guards tell from others: 1 for true and 0 for false, an int itself, an enum's case by its position, a
    ///     set by its bits; nil where guards tell no value apart.
    ///   - number: grows with what has happened, so that a value made from it is new.
    ///   - place: how many fields the event has before this one.
    ///   - enumerations: those of the flow.
    fileprivate func value(_ distinct: Int64?, number: Int, place: Int, among enumerations: [Enumeration]) -> Value {
        switch kind {
        case .text(let lengths): return .text(name.made(as: number, of: lengths))
        case .duration(let bounds): return .duration(bounds.time(near: Int64(number) * 60_000, steps: Int64(place)))
        case .bool: return .bool(distinct.map { $0 == 1 } ?? !(number + place).isMultiple(of: 2))
        case .integer(let bounds):
            let least = bounds.lowerBound.addingReportingOverflow(Int64(place))
            let anyNumber = least.overflow ? bounds.upperBound : least.partialValue
            return .integer(min(max(distinct ?? anyNumber, bounds.lowerBound), bounds.upperBound))
        case .enumCase(let position):
            let count = max(enumerations[position].cases.count, 1)
            return .enumCase(distinct.map { Int(clamping: $0) } ?? (number + place) % count)
        case .set(let position):
            let anySet = UInt64(place + 1) & enumerations[position].setOfAllCases
            return .set(distinct.map { UInt64(bitPattern: $0) } ?? anySet)
        }
    }
}

extension ClosedRange<Int64> {
    /// The milliseconds of these that are nearest to `wanted`, so many seconds later; earlier where the range ends before, and the least
    /// where the range is too short for that too.
    fileprivate func time(near wanted: Int64, steps: Int64) -> Int64 {
        let first = Swift.min(Swift.max(wanted, lowerBound), upperBound)
        let distance = steps * 1_000
        if distance <= upperBound - first { return first + distance }
        return Swift.max(first - distance, lowerBound)
    }
}

extension String {
    /// The field's name with the number, `phone12`, lengthened or cut to a length that the field allows.
    fileprivate func made(as number: Int, of lengths: ClosedRange<Int>) -> String {
        let digits = String(String(number).suffix(max(lengths.upperBound, 1)))
        let name = prefix(max(0, min(count, lengths.upperBound - digits.count)))
        let filling = String(repeating: "0", count: max(0, lengths.lowerBound - name.count - digits.count))
        return name + filling + digits
    }
}
