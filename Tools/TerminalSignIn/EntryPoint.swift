import KeywayPostgres
import ProgramStreams

/// A sign-in in a terminal, over SDKs that are played by their models; and a trial in which its processes are killed and it must go on.
@main
enum EntryPoint {
    static func main() async {
        let streams = Streams()
        let call = streams.read { words throws(WrongCall) in try Call(words) }
        switch call.work {
        case .help:
            streams.write(Call.page)
            streams.end(with: 0)
        case .signIn:
            do {
                try await Program(call, streams).signIn()
                streams.end(with: 0)
            } catch {
                streams.remark(Program.sentence(for: error, log: call.log))
                streams.end(with: 1)
            }
        case .kill(let count):
            do {
                // Refused before any process begins: an address that cannot be opened, and a log with runs of earlier trials. The servers'
                // memory of earlier trials is gone, so the judge would find those runs wrong.
                if case .database(let database) = try call.signInLog(),
                    try PostgresLog.Reader(database).runs.isEmpty == false
                {
                    streams.remark("\(database.name): the log has runs already, and the kills need an empty one")
                    streams.end(with: 1)
                }
            } catch {
                streams.remark("\(error)")
                streams.end(with: 1)
            }
            let tally = await tally(of: count, call, streams)
            streams.endProgress()
            streams.write(tally.text)
            streams.end(with: tally.breaches.isEmpty ? 0 : 1)
        case .serve:
            do {
                try await SignInServer(call, streams).serve()
                streams.end(with: 0)
            } catch {
                streams.remark("\(error)")
                streams.end(with: 1)
            }
        case .planted: streams.end(with: await planted(call, streams) ? 0 : 1)
        }
    }

    private static func tally(of kills: Int, _ call: Call, _ streams: Streams) async -> SignInTally {
        if let nodes = call.nodes, let address = call.database, case .database(let database)? = try? call.signInLog() {
            var killing = NodeKilling(
                blows: kills, seed: call.seed, nodes: nodes, database: database, address: address)
            (killing.restart, killing.plant) = (call.restart, call.temper.plant)
            killing.showProgress = { streams.showProgress($0) }
            return await killing.run()
        }
        var killing = Killing(kills: kills, seed: call.seed, plant: call.temper.plant)
        killing.database = call.database
        return await killing.run()
    }

    /// Makes each planted mistake in a trial of its own, or only the one that the call names, and writes whether the kills find it.
    ///
    /// - Returns: whether all of them are found.
    private static func planted(_ call: Call, _ streams: Streams) async -> Bool {
        var areFound = true
        for plant in call.temper.plant.map({ [$0] }) ?? Plant.allCases {
            var killing = Killing(kills: 300, seed: call.seed, plant: plant)
            killing.keepsLog = false
            let tally = await killing.run()
            let breach = tally.breaches.first.map { "found after \(tally.kills) kills: \($0.law.rawValue)" }
            streams.write("\(plant.rawValue): \(breach ?? "not found in \(tally.kills) kills, seed \(call.seed)")\n")
            areFound = areFound && breach != nil
        }
        return areFound
    }
}

extension Call {
    /// The seed of the kills: 1 unless the call says another, so that each trial can be repeated.
    fileprivate var seed: UInt64 { givenSeed ?? 1 }
}
