/// A large value in memory of its own, so that whatever holds it is small, and is moved and copied quickly.
///
/// It is a value all the same: copies share the memory until one of them is changed. Properties of the large value are read and changed as
/// if they were the box's own; methods are called on `value`.
@dynamicMemberLookup
struct Boxed<Value: Sendable>: Sendable {
    /// One element, the value. An array is used because copies of it share its memory until one of them is changed.
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
