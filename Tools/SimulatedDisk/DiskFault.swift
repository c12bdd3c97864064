/// What goes wrong at one call.
package enum DiskFault: Hashable, Sendable {
    /// The call has any part of its effect, and none of the later ones works until the machine or the process begins anew.
    case crash(Crash)
    /// The disk reports an error: a write is done in part; of a flush the disk takes a part and forgets the rest; nothing
    /// else has an effect.
    case failure
    /// For so many calls from this one on no file grows and none is made.
    case noRoom(calls: Int)
    /// For so many calls from this one on nothing can be opened.
    case noDescriptors(calls: Int)
    /// The call is interrupted and goes on: a write is done as two, and something else may happen between them.
    case interruption
    /// Somebody gives the folder of the call another path, and then the call goes on.
    case moved(to: String)
    /// Somebody deletes the folder of the call and all that is in it, and then the call goes on.
    case deleted
}

/// An end that nobody asked for.
package enum Crash: Hashable, Sendable, CaseIterable {
    /// The process alone ends: what it wrote is there, flushed or not.
    case kill
    /// The machine ends: of what was not flushed any part is gone.
    case powerLoss
}
