import ProgramStreams

/// The program that tortures logs, which is to let much go wrong and then check laws. The log is one of files on a simulated disk, one of
/// files that processes write until they are killed, one that many simulated nodes share, or one that fails below live runs.
///
/// The program also makes mistakes on purpose, to see whether the torture finds them, and simulates an hour of many nodes (a rehearsal).
@main
enum EntryPoint {
    static func main() async {
        let streams = Streams()
        let call = streams.read { arguments throws(WrongCall) in try Call(arguments) }
        let result: TortureResult
        switch call.work {
        case .help:
            streams.write(Call.page)
            streams.end(with: 0)
        case .seeds, .story, .mistakes:
            result =
                switch call.subject {
                case .files: await torture(SeedRun.self, call, streams)
                case .nodes: await torture(NodeWorld.self, call, streams)
                case .reopened: await torture(ReopenedCourse.self, call, streams)
                }
        case .kill(let count):
            do throws(UnbegunProcess) {
                result = try await Killing(count: count, seed: call.seed, streams: streams).run()
            } catch {
                streams.endProgress()
                streams.remark("\(error)")
                streams.end(with: 1)
            }
        case .rehearsal: result = await rehearse(call, streams)
        case .write(let folder): await Writing(folder: folder, life: call.life).run()
        }
        streams.endProgress()
        for breach in result.breaches { streams.remark(breach) }
        streams.write(call.isText ? result.text : result.json)
        streams.end(with: result.isFine ? 0 : 1)
    }

    private static func torture<Course: SeedCourse>(
        _: Course.Type, _ call: Call, _ streams: Streams
    ) async -> TortureResult {
        if call.work == .mistakes { return await findMistakes(Course.self, call, streams) }
        let mistake = call.mistake.flatMap { Course.Mistake(rawValue: $0) }
        if call.work == .story {
            var course = Course(seed: call.seed, mistake: mistake, telling: true)
            await course.play()
            for line in course.story { streams.remark(line) }
            return TortureResult(course.tally)
        }
        let tally = await Torture.run(seeds: call.range, by: Course.pace, progress: progress(of: call, streams)) {
            seed in
            await Course.tally(of: seed, mistake: mistake)
        }
        return TortureResult(tally)
    }

    private static func rehearse(_ call: Call, _ streams: Streams) async -> TortureResult {
        var plan = call.plan
        plan.seed = call.seed
        plan.mistake = call.mistake.flatMap { RehearsalMistake(rawValue: $0) }
        var rehearsal = Rehearsal(plan)
        await rehearsal.play { streams.showProgress("\($0) of \(plan.shards) shards") }
        return TortureResult(rehearsal)
    }

    private static func findMistakes<Course: SeedCourse>(
        _: Course.Type, _ call: Call, _ streams: Streams
    ) async -> TortureResult {
        var found: [(name: String, breach: (seed: UInt64, law: String)?)] = []
        for mistake in Course.Mistake.allCases where call.mistake.map({ $0 == mistake.rawValue }) ?? true {
            let progress = progress(of: call, streams, mistake.rawValue)
            let tally = await Torture.run(
                seeds: call.range, stopsAtBreach: true, by: Course.pace, progress: progress
            ) { seed in
                await Course.tally(of: seed, mistake: mistake)
            }
            found.append((mistake.rawValue, tally.breaches.first.map { ($0.seed, $0.law.rawValue) }))
        }
        return TortureResult(mistakes: found)
    }

    private static func progress(of call: Call, _ streams: Streams, _ mistake: String? = nil) -> (UInt64) -> Void {
        { done in streams.showProgress("\(mistake.map { "\($0): " } ?? "")\(done) of \(call.seeds) seeds") }
    }
}

extension Call {
    /// The seeds that are tried, one after the other.
    fileprivate var range: Range<UInt64> { seed..<seed + seeds }
}
