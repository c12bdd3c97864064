import FlowMachine
import KeywayCore

/// A row of a decoder with all that it takes to compare it with those of other flows.
struct ComparableDecoderRow {
    let row: Source.Row
    /// The field that the row's source names in `by`.
    let by: String
    let isSingleton: Bool
    /// The fields of the row's event.
    private let fields: [Field]
    private let enumerations: [Enumeration]

    init(_ row: Source.Row, of source: Source, in machine: Machine) {
        self.row = row
        by = source.by
        isSingleton = source.isSingleton
        fields = machine.events[row.event].signature.fields
        enumerations = machine.enumerations
    }

    /// True only where it is certain that the row reads everything that the other row reads.
    func surelyReadsAll(of other: ComparableDecoderRow) -> Bool {
        by == other.by && Set(other.row.callbackNames).isSubset(of: row.callbackNames)
            && (row.test == nil || row.test == other.row.test)
            && zip(fields, row.fields).allSatisfy { field, alternatives in
                field.isOptional || other.surelyHas(field, in: alternatives, among: enumerations)
            }
    }

    /// Whether every callback that this row reads has a value at one of `places`, from which another flow's row reads its `field`.
    ///
    /// `enumerations`: those of the other flow.
    private func surelyHas(
        _ field: Field, in places: [Source.Row.Alternative], among enumerations: [Enumeration]
    ) -> Bool {
        if places.contains(where: { if case .constant = $0 { true } else { false } }) { return true }
        return zip(fields, row.fields).contains { own, alternatives in
            !own.isOptional && alternatives == places && isOneKind(own.kind, field.kind, among: enumerations)
        }
    }

    private func isOneKind(_ own: Kind, _ other: Kind, among others: [Enumeration]) -> Bool {
        switch (own, other) {
        case (.enumCase(let own), .enumCase(let other)), (.set(let own), .set(let other)):
            enumerations[own].cases.map(\.codes) == others[other].cases.map(\.codes)
        default: own == other
        }
    }
}

extension Machine {
    /// The decoders' rows in the order in which a run asks them, without those that earlier ones leave nothing to read.
    var readRows: [ComparableDecoderRow] {
        let rows = sources.map(\.source).flatMap { source in
            source.rows.map { ComparableDecoderRow($0, of: source, in: self) }
        }
        return rows.indices.filter { place in
            !rows[..<place].contains { $0.surelyReadsAll(of: rows[place]) }
        }.map { rows[$0] }
    }
}
