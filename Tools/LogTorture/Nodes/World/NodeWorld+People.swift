import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayRuns

/// What people, their devices and the provider's backend do.
///
/// Each asks a node as an `Asker`, whose number says who it is: for a person the person's number, from bit 32 on, and the attempt.
extension NodeWorld {
    /// The bit that the number of an asker has for a webhook: a call of the provider's backend.
    private static let webhookAskers: UInt64 = 1 << 62
    /// The bit that the number of an asker has for a device.
    private static let deviceAskers: UInt64 = 1 << 61
    /// The bit that the number of an asker, and the identity of its run, has for the second click of a double click.
    private static let secondClick: UInt64 = 1 << 63

    /// The person asks a host, drawn at random, for the next wish.
    mutating func act(_ number: Int) {
        guard let wish = people[number].wish else { return }
        people[number].attempt += 1
        let attempt = people[number].attempt
        schedule(.personGivesUp(number, attempt: attempt), in: 5_000)
        let index = Int.random(in: 0..<hosts.count, using: &chance)
        let asker = Asker(UInt64(number) << 32 | UInt64(attempt))
        people[number].asked = (index, hosts[index].life, asker)
        askings[asker] = wish.id
        let life = hosts[index].life
        let command = Command(wish.command, fields: wish.fields, id: wish.id)
        let input: NodeInput
        if let run = people[number].run {
            input = .receive(.command(command), of: run, asker: asker)
        } else {
            // Who asks once more for a run to begin may bring the identity of the run that was to begin before.
            let again = people[number].drawn.flatMap { happens(perThousand: 300) ? $0 : nil }
            let run = again ?? RunID(high: UInt64(number) << 32 | UInt64(attempt), low: chance.next())
            people[number].drawn = run
            let (version, flow) = served(at: index)
            input = .begin(
                NewRun(
                    run: run, flow: flow, version: version, on: setting.device(of: number), command: command,
                    request: wish.id, salt: 1 + UInt64(number)
                ),
                asker: asker)
        }
        events.insert(.reaches(host: index, life: life, .input(input)), at: time)
        // A double click: the same is asked of another host at the same moment.
        if happens(perThousand: 150) {
            let other = (index + 1) % hosts.count
            let twice = Asker(UInt64(number) << 32 | UInt64(attempt) | Self.secondClick)
            askings[twice] = wish.id
            var again = input
            if case .begin(var new, _) = input {
                new.run = RunID(high: new.run.high | Self.secondClick, low: chance.next())
                (new.version, new.flow) = served(at: other)
                again = .begin(new, asker: twice)
            } else if case .receive(let command, let run, _, _) = input {
                again = .receive(command, of: run, asker: twice)
            }
            events.insert(.reaches(host: other, life: hosts[other].life, .input(again)), at: time)
        }
    }

    /// The version of the flow that the host's node begins runs of.
    private func served(at index: Int) -> (version: FlowVersion, flow: RunningFlow) {
        hosts[index].isNext ? next : (version, flow)
    }

    /// A node has answered: a webhook's answer is counted, a device's noted, and a person goes on to the next wish or asks again.
    mutating func hear(_ answer: NodeAnswer, to asker: Asker, from index: Int) {
        if asker.number & Self.webhookAskers != 0 {
            guard case .decided(let run, _) = answer else { return }
            if let id = deliveries[asker] {
                acknowledgedDeliveries[run, default: []].insert(id)
            } else {
                webhooks[run, default: 0] += 1
            }
            return
        }
        if let said = sayings[asker] {
            tell("\(said.device.name), which said \(said.word), hears \(answer)")
            switch answer {
            case .decided(let run, _): deviceWords.append(DeviceSaying(said, heardBy: run, appends: engine.appended))
            case .kept: deviceWords.append(DeviceSaying(said, heardBy: nil, appends: engine.appended))
            default: break
            }
            return
        }
        // The person's number, without the bit of a second click.
        let number = Int(asker.number >> 32 & 0x3FFF_FFFF)
        tell("person \(number) hears \(answer)")
        if case .decided(let run, let told) = answer {
            acknowledged.append(Acknowledged(run: run, id: askings[asker] ?? "", answer: told))
            tally.acknowledged += 1
        }
        guard let asked = people[number].asked, asked.asker == asker else { return }
        people[number].asked = nil
        people[number].attempt += 1
        guard case .decided(let run, _) = answer else {
            if case .locked = answer { tally.locked += 1 }
            return schedule(.personActs(number), in: draw(200...1_500))
        }
        people[number].run = people[number].run ?? run
        people[number].next += 1
        if let next = people[number].wish { schedule(.personActs(number), in: next.pause) }
    }

    /// The person stops waiting for the node that was asked, and asks a host again.
    mutating func giveUp(_ number: Int, _ attempt: Int) {
        guard people[number].attempt == attempt, let asked = people[number].asked else { return }
        people[number].asked = nil
        events.insert(.reaches(host: asked.host, life: asked.life, .input(.withdraw(asked.asker))), at: time)
        schedule(.personActs(number), in: draw(1...500))
    }

    /// The same webhook comes twice in one millisecond, to one host or two. Half of the webhooks have an identity, by which a node knows
    /// the second copy as a repetition.
    mutating func callBack(_ number: Int) {
        guard let run = people[number].run else { return }
        let words = ["TOLD", "REFUSED", "SOMETHING", "SOMETHING"]
        let callback = RawValue.object(["kind": .text(words[Int.random(in: 0..<4, using: &chance)])])
        let id = happens(perThousand: 500) ? "delivery \(callbacks)" : nil
        let input = Input.callback(CallbackReading(callback, by: flow), answering: nil, number: nil, id: id)
        for copy in 0..<2 as Range<UInt64> {
            let index = Int.random(in: 0..<hosts.count, using: &chance)
            callbacks += 1
            let asker = Asker(Self.webhookAskers | callbacks << 1 | copy)
            deliveries[asker] = id
            events.insert(
                .reaches(host: index, life: hosts[index].life, .input(.receive(input, of: run, asker: asker))), at: time
            )
        }
    }

    /// The SDK of a device says something, and the app tells it to a host, now and then to two hosts.
    mutating func speak(_ device: Int) {
        let word = happens(perThousand: 300) ? "READY" : "SPOKE"
        let callback = RawValue.object(["word": .text(word), "who": .text(Person.phone(of: device))])
        let said = DeviceWord(callback, readBy: flow, of: flow.table.singletons(saying: callback))
        for _ in 0..<(happens(perThousand: 150) ? 2 : 1) {
            let index = Int.random(in: 0..<hosts.count, using: &chance)
            callbacks += 1
            let asker = Asker(Self.deviceAskers | callbacks)
            sayings[asker] = (NodeSetting.device(device), word, engine.appended)
            let input = NodeInput.hearDevice(said, NodeSetting.device(device), asker: asker)
            events.insert(.reaches(host: index, life: hosts[index].life, .input(input)), at: time)
        }
    }
}

/// What a device said, once a host has acknowledged it.
struct DeviceSaying {
    var device: DeviceID
    /// The name of what the device said.
    var word: String
    /// The run that was told the word; nil where no run held the source.
    var run: RunID?
    /// How many appends the engine had done when the word was acknowledged.
    var appendsWhenAcknowledged: Int
    /// How many appends the engine had done when the word was said.
    var appendsWhenSaid: Int

    init(_ said: (device: DeviceID, word: String, appends: Int), heardBy run: RunID?, appends: Int) {
        (device, word, appendsWhenSaid) = said
        self.run = run
        appendsWhenAcknowledged = appends
    }
}
