/// A large value in memory of its own, so that whatever holds it is small, and is moved and copied quickly.
///
/// It is a value all the same: copies share the memory until one of them is changed. The properties of the large value are its own.
@dynamicMemberLookup
struct Boxed<Value: Sendable>: Sendable {
    /// Has the value and nothing else: an array is in memory of its own.
    private var memory: [Value]

    init(_ value: Value) {
        memory = [value]
    }

    var value: Value {
        get { memory[0] }
        _modify { yield &memory[0] }
    }

    subscript<Part>(dynamicMember part: KeyPath<Value, Part>) -> Part { memory[0][keyPath: part] }

    subscript<Part>(dynamicMember part: WritableKeyPath<Value, Part>) -> Part {
        get { memory[0][keyPath: part] }
        _modify { yield &memory[0][keyPath: part] }
    }
}
