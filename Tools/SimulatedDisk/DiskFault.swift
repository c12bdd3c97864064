/// What goes wrong at one call to the disk.
package enum DiskFault: Hashable, Sendable {
    /// The process or the machine ends in the call, which has any part of its effect. Every later call fails until `restart`.
    case crash(Crash)
    /// The disk reports an error. Of a write any part is done. A flush of a file makes a part durable, or nothing, and no later flush makes
    /// the rest durable. Any other call has no effect.
    case failure
    /// For this many calls, from this one on, no file, folder or further name of a file is made, and a write beyond a file's end fails. It
    /// may have written up to a sector beyond the end.
    case noRoom(calls: Int)
    /// For this many calls, from this one on, nothing can be opened, listed or locked, and no folder's own name can be flushed.
    case noDescriptors(calls: Int)
    /// The system interrupts a write, which is then done by two calls; something else may happen between them. Any other call is carried
    /// out as if there were no fault.
    case interruption
    /// Somebody moves the folder that the call uses to another path; then the call is carried out.
    case moved(to: String)
    /// Somebody deletes the folder that the call uses, with all that is in it; then the call is carried out.
    case deleted
}

/// An end that nobody asked for.
package enum Crash: Hashable, Sendable, CaseIterable {
    /// Only the process ends: all that it wrote is still there, flushed or not.
    case kill
    /// The machine ends: any part of what was not flushed is lost.
    case powerLoss
}
