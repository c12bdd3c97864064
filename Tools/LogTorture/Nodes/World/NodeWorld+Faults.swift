import KeywayLog
import KeywayNodes

/// What goes wrong with hosts and with the engine.
extension NodeWorld {
    /// Lets the fault happen now.
    mutating func strike(_ fault: WorldFault) {
        switch fault {
        case .start(let index): start(index)
        case .kill(let index): end(index)
        case .drain(let index, let length):
            guard let node = hosts[index].id else { return }
            tell("\(node) drains for \(length)")
            // A draining node looks at no more runs, and after its end the host has no node for a while.
            noteFault(of: index, for: length)
            give(.drain, to: index)
            schedule(.fault(.end(index, life: hosts[index].life)), in: length)
        case .end(let index, let life): if hosts[index].life == life { end(index) }
        case .pause(let index, let length):
            tell("host \(index) stops for \(length)")
            // The time added to the fault's own, here and below, is for the node to reach the engine again and to renew its lease.
            noteFault(of: index, for: length + 1_000)
            hosts[index].pausedUntil = max(hosts[index].pausedUntil, time + length)
        case .cut(let index, let length):
            tell("host \(index) is cut off for \(length)")
            noteFault(of: index, for: length + 3_000)
            hosts[index].cutUntil = max(hosts[index].cutUntil, time + length)
        case .outage(let length):
            tell("the engine is gone for \(length)")
            for index in hosts.indices { noteFault(of: index, for: length + 3_000) }
            outageUntil = max(outageUntil, time + length)
            outages.append((time, time + length))
        }
    }

    /// The host's node is gone; another one starts after a while.
    private mutating func end(_ index: Int) {
        guard let node = hosts[index].id else { return }
        tell("\(node) dies")
        ledger.endAll(of: node, at: time)
        deaths[node] = time
        (hosts[index].node, hosts[index].id) = (nil, nil)
        hosts[index].life += 1
        hosts[index].handlers = []
        hosts[index].handedOut = []
        let pause = draw(0...8_000)
        noteFault(of: index, for: pause + 1_000)
        schedule(.fault(.start(index)), in: pause)
    }

    private mutating func start(_ index: Int) {
        guard hosts[index].id == nil else { return }
        let node = NodeID(chance.next())
        tell("\(node) starts on host \(index)")
        hostOf[node] = index
        hosts[index].isNext = setting.release.map { $0 <= time } ?? false
        let version = hosts[index].isNext ? next.version : version
        hosts[index].node = NodeMachine(node, serving: [version], terms: setting.terms, planting: mistake?.madeInNode)
        (hosts[index].id, hosts[index].wakesAt) = (node, nil)
        give(.time, to: index)
    }

    /// Notes a fault that keeps the host from looking at runs for so many milliseconds: the judge then excuses it.
    mutating func noteFault(of index: Int, for length: Int64) {
        tally.faults += 1
        hosts[index].idle.append((time, time + length))
    }
}
