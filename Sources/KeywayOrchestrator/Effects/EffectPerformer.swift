public import Keyway

/// Performs what a run orders; an effect with replies answers later, through `RunDriver.answer`.
public protocol EffectPerformer {
    /// Begins to perform an order whose record is durable.
    func perform(_ order: EffectOrder, of run: RunID)
}
