import FlowLanguage
import KeywayCore

extension Resolver {
    /// Declares a lane, and the event that tells its grant.
    mutating func declareLane(_ name: Name, of provider: Name, in scope: Int) {
        let event = machine.events.count
        guard declare(name, as: event, in: \.events, "event") else { return }
        machine.events.append(
            .init(
                signature: EventSignature(name: name.text, origin: .lane(machine.lanes.count)), documentation: [],
                range: name.range))
        lanes[name.text] = machine.lanes.count
        machine.lanes.append(.init(name: name, provider: provider, scope: scope, event: event))
    }

    /// The position of the lane of this name; nil after a report.
    mutating func lane(_ name: Name) -> Int? {
        guard let lane = lanes[name.text] else {
            reportUnknown(name, "lane", .unknownTimer, among: lanes.keys.sorted())
            return nil
        }
        return lane
    }
}
