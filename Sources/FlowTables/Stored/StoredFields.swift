import FlowLanguage
package import FlowMachine
package import KeywayCore

/// What a log keeps of each value that a flow handles. That depends on the value's class, if it has one: personal, secret or transient.
package struct StoredFields: Sendable, Equatable {
    /// The name in the header of the spec.
    package var flow: String
    /// The number in the header of the spec.
    package var version: Int
    /// Variables first, then the fields of events and of effects, each in the order of the spec.
    package var fields: [Entry]

    /// One variable, or one field of an event or effect.
    package struct Entry: Sendable, Equatable {
        /// A variable's name, `requestId`; a field's name behind that of its event or effect, `start.requestId`.
        package var name: String
        /// What carries the value.
        package var carrier: Carrier
        /// The class of the type that the spec gives the value.
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
        /// The event of a sub-flow's end: its fields are the variables that the sub-flow's final names behind `keeps`.
        case end
        /// The event `restored` of a run that another process continues; its field says whether the run has its values again.
        case restart
    }

    /// What of a value is in the log.
    package enum Kept: String, Sendable {
        /// The value itself.
        case value
        /// Only whether the value was present.
        ///
        /// This applies to the personal, secret and transient values to which neither `encrypted` nor `nothing` applies.
        case presence
        /// Whether the value was present and, in an app with a key store, the value, encrypted with the run's key.
        ///
        /// This applies to `personal` and `secret` fields of commands, callbacks and replies, in a flow whose runs ask for their values
        /// after a restart (`restored when withValues`).
        case encrypted
        /// Nothing, not even whether the value was present. This applies to the arguments of effects alone.
        case nothing
    }

    /// Sentences that stand below the list on a page of it: what the log keeps of callbacks that no row reads and of effects' arguments.
    package static let notes = [
        "Of a callback that no decoder row matches, `unrecognised`, the log keeps its name, an integer status of at most "
            + "five digits, and the paths and types of its fields; never a value.",
        "An effect's arguments are in no record: what is plain in them can be computed again from the fields above.",
    ]
}

extension StoredFields {
    /// Lists every value that the flow handles; the values of its sub-flows stand in the lists of those flows.
    package init(of machine: Machine) {
        self.init(flow: machine.name.text, version: machine.version, fields: [])
        for variable in machine.variables { add(variable.field, .variable) }
        let takesValuesBack = machine.takesValuesBack
        for event in machine.events {
            guard let carrier = Carrier(event.signature.origin) else { continue }
            for field in event.signature.fields {
                // The fields of a sub-flow's end are not encrypted: the sub-flow's own records give them again.
                add(field, carrier, of: event.name, isEncrypted: takesValuesBack && carrier != .end)
            }
        }
        for effect in machine.effects {
            for field in effect.signature.fields { add(field, .effect, of: effect.name) }
        }
    }

    private mutating func add(
        _ field: Field, _ carrier: Carrier, of owner: String? = nil, isEncrypted: Bool = false
    ) {
        let kept =
            carrier == .effect
            ? Kept.nothing : isEncrypted && field.classification.isSealable ? .encrypted : field.keptInLog
        fields.append(
            Entry(
                name: owner.map { "\($0).\(field.name)" } ?? field.name, carrier: carrier,
                classification: field.classification, kept: kept))
    }
}

extension StoredFields.Carrier {
    /// Nil for events that bring no value of their own: the fields of `stale X` are those of X, which has its own entries.
    fileprivate init?(_ origin: EventSignature.Origin) {
        switch origin {
        case .command: self = .command
        case .callback: self = .callback
        case .reply: self = .reply
        case .child: self = .end
        case .restored: self = .restart
        case .timer, .unrecognised, .lane, .stale: return nil
        }
    }
}

extension Field {
    /// What a log keeps of the field's value.
    ///
    /// This asks `withholdingClassified`, by which the log's records are made too, so that the list cannot differ from the log.
    /// Any value will do for asking: what is kept depends on the field alone.
    fileprivate var keptInLog: StoredFields.Kept {
        withholdingClassified(.bool(true)) == .withheld ? .presence : .value
    }
}

extension StoredFields.Kept {
    /// What the log keeps, as the last column of a page of the list says it.
    var sentence: String {
        switch self {
        case .value: "the value"
        case .presence: "only whether it is present"
        case .encrypted: "whether it is present; with a key store, the value encrypted"
        case .nothing: "nothing"
        }
    }
}

extension Field.Classification {
    /// The class as the list names it: `none` for a value without a class, which `name` calls `plain`.
    package var nameInList: String {
        switch self {
        case .plain: "none"
        case .personal: "personal"
        case .secret: "secret"
        case .transient: "transient"
        }
    }
}
