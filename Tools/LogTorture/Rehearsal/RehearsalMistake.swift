/// A mistake that the rehearsed nodes make on purpose, to show that the laws find it.
enum RehearsalMistake: String, CaseIterable {
    /// No node looks at the runs that a dead node has left.
    case deadAreLeft
}
