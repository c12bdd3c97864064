import FlowLanguage
package import FlowMachine
package import KeywayCore

/// What a log keeps of each value that a flow handles, by the classification of the value.
package struct StoredFields: Sendable, Equatable {
    /// The name in the header of the spec.
    package var flow: String
    /// The number in the header of the spec.
    package var version: Int
    /// Variables first, then the fields of events and of effects, each in the order of the spec.
    package var fields: [Entry]

    /// One variable, or one field of an event or effect.
    package struct Entry: Sendable, Equatable {
        /// `requestId`, or with what carries it, `start.requestId`.
        package var name: String
        /// What carries the value; events without fields of their own carry none.
        package var carrier: Carrier
        /// The classification of the type that the spec gives the value.
        package var classification: Field.Classification
        /// What the log keeps of the value; of an argument of an effect, nothing at all.
        package var kept: Kept
    }

    /// What carries a value.
    package enum Carrier: String, Sendable {
        case variable
        case command
        case callback
        case reply
        case effect
        /// The end of a sub-flow, which tells what its final keeps.
        case end
    }

    /// What can be read in the log afterwards.
    package enum Kept: String, Sendable {
        /// It can be read as it came.
        case value
        /// Only whether it was there.
        case presence
        /// Not even that.
        case nothing
    }

    /// What is to be said of the log besides the fields.
    package static let notes = [
        "Of a callback that no decoder row matches, `unrecognised`, the log keeps its name, an integer status of at most "
            + "five digits, and the paths and types of its fields; never a value.",
        "An effect's arguments are in no record: what is plain in them can be computed again from the fields above.",
    ]
}

extension StoredFields {
    /// Lists every value that the flow handles; sub-flows have pages of their own.
    package init(of machine: Machine) {
        self.init(flow: machine.name.text, version: machine.version, fields: [])
        for variable in machine.variables { add(variable.field, .variable) }
        for event in machine.events {
            guard let carrier = Carrier(event.signature.origin) else { continue }
            for field in event.signature.fields { add(field, carrier, of: event.name) }
        }
        for effect in machine.effects {
            for field in effect.signature.fields { add(field, .effect, of: effect.name) }
        }
    }

    private mutating func add(_ field: Field, _ carrier: Carrier, of owner: String? = nil) {
        fields.append(
            Entry(
                name: owner.map { "\($0).\(field.name)" } ?? field.name, carrier: carrier,
                classification: field.classification, kept: carrier == .effect ? .nothing : field.kept))
    }
}

extension StoredFields.Carrier {
    /// Nil for events without fields of their own.
    fileprivate init?(_ origin: EventSignature.Origin) {
        switch origin {
        case .command: self = .command
        case .callback: self = .callback
        case .reply: self = .reply
        case .child: self = .end
        case .timer, .unrecognised, .lane, .stale, .restored: return nil
        }
    }
}

extension Field {
    /// The function by which records are made says it, so that the list of fields cannot say something else.
    fileprivate var kept: StoredFields.Kept {
        switch kept(.bool(true)) {
        case nil: .nothing
        case .withheld?: .presence
        case .some: .value
        }
    }
}

extension StoredFields.Kept {
    var sentence: String {
        switch self {
        case .value: "the value"
        case .presence: "only whether it is present"
        case .nothing: "nothing"
        }
    }
}

extension Field.Classification {
    /// As the language's reference calls it.
    package var word: String {
        switch self {
        case .plain: "none"
        case .personal: "personal"
        case .secret: "secret"
        case .transient: "transient"
        }
    }
}
