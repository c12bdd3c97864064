import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayRuns

/// A computer on which one node runs after the other: each node is a life of the host. Times are milliseconds of the engine's clock.
struct Host {
    /// The node of the present life; nil while none runs.
    var node: NodeMachine?
    /// The identity of that node.
    var id: NodeID?
    /// Whether that node is of the service's next version.
    var isNext = false
    /// The number of the present life: an event that was meant for an earlier life does not arrive.
    var life = 0
    /// By how many milliseconds the host's monotonic clock is ahead of the engine's clock.
    let offset: Int64
    /// Until when the process is stopped, so that nothing happens on the host.
    var pausedUntil: Int64 = 0
    /// Until when nothing goes to the engine or comes from it.
    var cutUntil: Int64 = 0
    /// From when until when the host could not look at runs, by a fault of its own or of the engine.
    var idle: [(from: Int64, to: Int64)] = []
    /// When the node is woken next; nil where no such event is scheduled. A wish to be woken later schedules no further event.
    var wakesAt: Int64?
    /// Orders that the node wants performed, and whose handlers are about to be called.
    var handedOut: Set<EffectOrder.Key> = []
    /// Orders whose handlers are at work.
    var handlers: Set<EffectOrder.Key> = []

    init(offset: Int64) {
        self.offset = offset
    }
}
