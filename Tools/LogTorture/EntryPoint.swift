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
        case .seeds: result = call.isOfNodes ? await nodeSeeds(call, streams) : await seeds(call, streams)
        case .planted: result = call.isOfNodes ? await plantedInNodes(call, streams) : await planted(call, streams)
        case .kill(let count): result = await Killing(count: count, seed: call.seed, streams: streams).run()
        case .write(let folder): await Writing(folder: folder, life: call.seed).run()
        }
        streams.endProgress()
        for breach in result.breaches { streams.remark(breach) }
        streams.write(call.isText ? result.text : result.json)
        streams.end(with: result.isFine ? 0 : 1)
    }

    // MARK: - The log of files

    private static func seeds(_ call: Call, _ streams: Streams) async -> TortureResult {
        let plant = call.plant.flatMap { Plant(rawValue: $0) }
        if call.tellsStory {
            var run = SeedRun(seed: call.seed, plant: plant, telling: true)
            await run.live()
            for line in run.story { streams.remark(line) }
            return TortureResult(run.tally)
        }
        let tally = await Torture.run(seeds: call.range, progress: progress(of: call, streams)) { seed in
            await SeedRun.tally(of: seed, plant: plant)
        }
        return TortureResult(tally)
    }

    private static func planted(_ call: Call, _ streams: Streams) async -> TortureResult {
        var found: [(name: String, breach: (seed: UInt64, law: String)?)] = []
        for plant in Plant.allCases where call.plant.map({ $0 == plant.rawValue }) ?? true {
            let progress = progress(of: call, streams, plant.rawValue)
            let tally = await Torture.run(seeds: call.range, stopsAtBreach: true, progress: progress) { seed in
                await SeedRun.tally(of: seed, plant: plant)
            }
            found.append((plant.rawValue, tally.breaches.first.map { ($0.seed, $0.law.rawValue) }))
        }
        return TortureResult(planted: found)
    }

    // MARK: - Many nodes over one log

    private static func nodeSeeds(_ call: Call, _ streams: Streams) async -> TortureResult {
        let plant = call.plant.flatMap { NodePlant(rawValue: $0) }
        if call.tellsStory {
            var world = NodeWorld(seed: call.seed, plant: plant, telling: true)
            world.live()
            for line in world.story { streams.remark(line) }
            return TortureResult(world.tally)
        }
        let tally = await Torture.run(seeds: call.range, progress: progress(of: call, streams)) { seed in
            NodeWorld.tally(of: seed, plant: plant)
        }
        return TortureResult(tally)
    }

    private static func plantedInNodes(_ call: Call, _ streams: Streams) async -> TortureResult {
        var found: [(name: String, breach: (seed: UInt64, law: String)?)] = []
        for plant in NodePlant.allCases where call.plant.map({ $0 == plant.rawValue }) ?? true {
            let progress = progress(of: call, streams, plant.rawValue)
            let tally = await Torture.run(seeds: call.range, stopsAtBreach: true, progress: progress) { seed in
                NodeWorld.tally(of: seed, plant: plant)
            }
            found.append((plant.rawValue, tally.breaches.first.map { ($0.seed, $0.law.rawValue) }))
        }
        return TortureResult(planted: found)
    }

    private static func progress(of call: Call, _ streams: Streams, _ plant: String? = nil) -> (UInt64) -> Void {
        { done in streams.showProgress("\(plant.map { "\($0): " } ?? "")\(done) of \(call.seeds) seeds") }
    }
}

extension Call {
    /// The seeds that are tried, one after the other.
    fileprivate var range: Range<UInt64> { seed..<seed + seeds }
}
