public import KeywayCore

/// A flow whose generated code has what packed runs need; the generator writes it for a target that depends on `KeywayPacked`.
public protocol PackableFlow: Flow where Event: PackableEvent {
    /// The effects that a packed step orders, without their arguments: a bit for each, at the effect's position in the table.
    associatedtype EffectSet: OptionSet & Sendable where EffectSet.RawValue == UInt32

    /// The guards' answers for a run and an event: bit n is 1 if the answer to question n of the packed table is yes.
    ///
    /// - Parameters:
    ///   - variables: the codes of the run's variables, in one integer.
    ///   - fields: the codes of the event's fields, in one integer.
    static func answers(variables: UInt64, fields: UInt64) -> UInt64
    /// The fingerprint of the packed table for which `answers`, and `packed` of the events, were generated.
    static var packing: UInt64 { get }
}

/// An event of a flow that can be packed.
public protocol PackableEvent: FlowEvent {
    /// The event in the form that packed runs take; nil if an integer is outside of its bounds.
    ///
    /// Of a text or a duration only the presence is packed: its bounds are not asked, though a live run refuses a value outside of them.
    var packed: PackedEvent? { get }
}
