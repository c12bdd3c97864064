/// A sub-flow of a flow, by its name and in both flows' types; generated code makes a value for each declared sub-flow.
///
/// With it the compiler checks `run.send(.submitCode(code: code), to: .smart)`: it refuses another flow's command, and
/// a name that the flow does not have.
public struct SubFlow<Parent: Flow, Child: Flow>: Hashable, Sendable {
    /// As the parent's spec declares it; `outer.inner` for a sub-flow of a sub-flow.
    public let name: String

    /// For generated code: the sub-flow that the parent's spec declares by this name.
    ///
    /// - Parameter name: nothing looks it up here; one that the parent does not have is refused where it is used.
    public init(declared name: String) {
        self.name = name
    }

    /// A sub-flow of this sub-flow.
    ///
    /// - Parameter inner: one that the child declares.
    public func then<Inner: Flow>(_ inner: SubFlow<Child, Inner>) -> SubFlow<Parent, Inner> {
        SubFlow<Parent, Inner>(declared: "\(name).\(inner.name)")
    }
}
