import Keyway
import KeywayLog

extension RunDriver {
    /// Tells a leg that it holds the lane that it asked for; nothing where it asks no longer.
    public mutating func grant(_ lane: Int, in leg: Int, telling tell: Telling) throws(DriverError) {
        guard legs.indices.contains(leg), legs[leg].run.running.contains(.lane(lane, isHeld: false)) else { return }
        try catchUp(telling: tell)
        // What was due may have left the lane's scope.
        guard legs[leg].run.running.contains(.lane(lane, isHeld: false)) else { return }
        try decide(Occurrence(Event(legs[leg].table.lanes[lane].event)), in: leg, telling: tell)
    }
}
