/// A mistake that the rehearsed nodes make on purpose, to show that the laws find it.
enum RehearsalMistake: String, CaseIterable {
    /// No node looks at what a dead one has left.
    case deadAreLeft
}
