public import KeywayCore

/// A flow whose generated code has what packed runs need; the generator writes it for a target that depends on `KeywayPacked`.
public protocol PackableFlow: Flow where Event: PackableEvent {
    /// Effects without what they carry, as a packed step tells them; a bit for each, by its position.
    associatedtype EffectSet: OptionSet & Sendable where EffectSet.RawValue == UInt32

    /// What the guards find in the words of a packed run and event, a bit for each question of the packed table.
    static func answers(variables: UInt64, fields: UInt64) -> UInt64
    /// The fingerprint of the packed table that `answers` and the events' words were made for.
    static var packing: UInt64 { get }
}

/// An event of a flow that can be packed.
public protocol PackableEvent: FlowEvent {
    /// As packed runs take it; nil for one with a value that its field cannot have.
    var packed: PackedEvent? { get }
}
