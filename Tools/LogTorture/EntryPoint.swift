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
        case .seeds, .planted:
            result =
                call.isOfNodes
                ? await torture(NodeWorld.self, call, streams) : await torture(SeedRun.self, call, streams)
        case .kill(let count): result = await Killing(count: count, seed: call.seed, streams: streams).run()
        case .write(let folder): await Writing(folder: folder, life: call.seed).run()
        }
        streams.endProgress()
        for breach in result.breaches { streams.remark(breach) }
        streams.write(call.isText ? result.text : result.json)
        streams.end(with: result.isFine ? 0 : 1)
    }

    private static func torture<Course: SeedCourse>(
        _: Course.Type, _ call: Call, _ streams: Streams
    ) async -> TortureResult {
        if call.work == .planted { return await planted(Course.self, call, streams) }
        let plant = call.plant.flatMap { Course.Mistake(rawValue: $0) }
        if call.tellsStory {
            var course = Course(seed: call.seed, plant: plant, telling: true)
            await course.live()
            for line in course.story { streams.remark(line) }
            return TortureResult(course.tally)
        }
        let tally = await Torture.run(seeds: call.range, progress: progress(of: call, streams)) { seed in
            await Course.tally(of: seed, plant: plant)
        }
        return TortureResult(tally)
    }

    private static func planted<Course: SeedCourse>(
        _: Course.Type, _ call: Call, _ streams: Streams
    ) async -> TortureResult {
        var found: [(name: String, breach: (seed: UInt64, law: String)?)] = []
        for plant in Course.Mistake.allCases where call.plant.map({ $0 == plant.rawValue }) ?? true {
            let progress = progress(of: call, streams, plant.rawValue)
            let tally = await Torture.run(seeds: call.range, stopsAtBreach: true, progress: progress) { seed in
                await Course.tally(of: seed, plant: plant)
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
