import ProgramStreams

/// The program that tortures the log: seeds on a simulated disk, processes that are killed, mistakes made on purpose.
@main
enum EntryPoint {
    static func main() async {
        let streams = Streams()
        let call = streams.read { words throws(WrongCall) in try Call(words) }
        let result: TortureResult
        switch call.work {
        case .help:
            streams.write(Call.page)
            streams.end(with: 0)
        case .seeds: result = await seeds(call, streams)
        case .planted: result = await planted(call, streams)
        case .kill(let count): result = await Killing(count: count, seed: call.seed, streams: streams).run()
        case .write(let folder): await Writing(folder: folder, life: call.seed).run()
        }
        streams.endProgress()
        for breach in result.breaches {
            streams.remark("seed \(breach.seed): \(breach.law.rawValue); but \(breach.explanation)")
        }
        streams.write(call.isText ? result.text : result.json)
        streams.end(with: result.isFine ? 0 : 1)
    }

    private static func seeds(_ call: Call, _ streams: Streams) async -> TortureResult {
        if call.tellsStory {
            var run = SeedRun(seed: call.seed, plant: call.plant, telling: true)
            await run.live()
            for line in run.story { streams.remark(line) }
            return TortureResult(run.tally)
        }
        let tally = await Torture.run(seeds: call.seed..<call.seed + call.seeds, plant: call.plant) { done in
            streams.showProgress("\(done) of \(call.seeds) seeds")
        }
        return TortureResult(tally)
    }

    private static func planted(_ call: Call, _ streams: Streams) async -> TortureResult {
        var found: [(plant: Plant, breach: TortureBreach?)] = []
        for plant in call.plant.map({ [$0] }) ?? Plant.allCases {
            let seeds = call.seed..<call.seed + call.seeds
            let tally = await Torture.run(seeds: seeds, plant: plant, stopsAtBreach: true) { done in
                streams.showProgress("\(plant.rawValue): \(done) seeds")
            }
            found.append((plant, tally.breaches.first))
        }
        return TortureResult(planted: found)
    }
}
