import KeywayCore

/// The names under which a `case` binds the fields of an event: each its own, unless that would hide something.
///
/// A field with a name that the code behind the `case` uses is bound under a longer one: a field `context` as `contextField`, or, where
/// another field is called so, as `contextFieldField`.
struct BoundFields {
    /// What generated code names where fields are bound. It names `run`, `set` and `take` too, but they are keywords of the spec, so no
    /// field has such a name.
    private static let words: Set<String> = [
        "PackedEvent", "PackedFields", "before", "context", "end", "endEverything", "fields", "free", "holds",
        "isElement", "leave", "order", "present",
    ]

    /// The other name of each field that would hide something.
    private var names: [String: String] = [:]

    init(_ fields: [Field], of model: FlowModel) {
        // A case of an enum may be written with its flow: `Door.Way.none`.
        let flows = [model.name] + model.namedFlows
        let hidden = Self.words.union(flows).union(model.choices.map(SwitchBody.function))
        var taken = hidden.union(fields.map(\.name))
        for field in fields where hidden.contains(field.name) {
            var name = field.name
            repeat { name += "Field" } while !taken.insert(name).inserted
            names[field.name] = name
        }
    }

    /// The name under which the field is bound.
    subscript(_ field: String) -> String { names[field] ?? SwiftIdentifier.escaped(field) }
}
