import KeywayCore
import KeywayLog
import KeywayNodes
import KeywayRuns

/// What people and the provider's backend do.
extension NodeWorld {
    /// The person asks for the next thing, on any host.
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
            let run = RunID(high: UInt64(number) << 32 | UInt64(attempt), low: chance.next())
            input = .begin(
                NewRun(
                    run: run, flow: flow, version: version, command: command, request: wish.id, salt: 1 + UInt64(number)
                ),
                asker: asker)
        }
        events.insert(.reaches(host: index, life: life, .input(input)), at: time)
        // A double click: the same is asked of another host at the same moment.
        if happens(150) {
            let other = (index + 1) % hosts.count
            let twice = Asker(UInt64(number) << 32 | UInt64(attempt) | 1 << 63)
            askings[twice] = wish.id
            var again = input
            if case .begin(var new, _) = input {
                new.run = RunID(high: new.run.high | 1 << 63, low: chance.next())
                again = .begin(new, asker: twice)
            } else if case .receive(let command, let run, _) = input {
                again = .receive(command, of: run, asker: twice)
            }
            events.insert(.reaches(host: other, life: hosts[other].life, .input(again)), at: time)
        }
    }

    /// A node has answered.
    mutating func hear(_ answer: NodeAnswer, to asker: Asker, from index: Int) {
        let number = Int(asker.number >> 32 & 0x7FFF_FFFF)
        tell("person \(number) hears \(answer)")
        if case .decided(let run, let told) = answer {
            acknowledged.append(Acknowledged(run: run, id: askings[asker] ?? "", answer: told))
            tally.acknowledged += 1
        }
        guard let asked = people[number].asked, asked.asker == asker else { return }
        people[number].asked = nil
        people[number].attempt += 1
        guard case .decided(let run, _) = answer else {
            return schedule(.personActs(number), in: draw(200...1_500))
        }
        people[number].run = people[number].run ?? run
        people[number].next += 1
        if let next = people[number].wish { schedule(.personActs(number), in: next.pause) }
    }

    /// The person waits no longer for the node that was asked, and asks another one.
    mutating func giveUp(_ number: Int, _ attempt: Int) {
        guard people[number].attempt == attempt, let asked = people[number].asked else { return }
        people[number].asked = nil
        events.insert(.reaches(host: asked.host, life: asked.life, .input(.withdraw(asked.asker))), at: time)
        schedule(.personActs(number), in: draw(1...500))
    }

    /// The same webhook reaches two hosts in one millisecond.
    mutating func callBack(_ number: Int) {
        guard let run = people[number].run else { return }
        let words = ["TOLD", "REFUSED", "SOMETHING", "SOMETHING"]
        let callback = RawValue.object(["kind": .text(words[Int.random(in: 0..<4, using: &chance)])])
        let input = Input.callback(CallbackReading(callback, by: flow), answering: nil, number: nil)
        for _ in 0..<2 {
            let index = Int.random(in: 0..<hosts.count, using: &chance)
            events.insert(
                .reaches(host: index, life: hosts[index].life, .input(.receive(input, of: run, asker: nil))), at: time)
        }
    }
}
