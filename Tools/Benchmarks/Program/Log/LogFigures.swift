/// How fast the log of files is, and live runs that record in it, on the disk of the working directory.
struct LogFigures {
    /// A folder on the disk that is measured.
    private let place = "."

    /// Adds every figure to `report`; those of SQLite only where the benchmark was built with it.
    func report(to report: inout Report) async throws {
        try reportAppending(to: &report)
        try await reportConcurrency(to: &report)
        try OpeningFigures(place: place).report(to: &report)
        let stalled = try ScratchFolder(in: place)
        let deliver = try stalledDeliveryMicroseconds(in: "\(stalled.path)/log", runs: 5, each: 1900)
        report["deliverStalledMicroseconds"] = deliver.rounded(toPlaces: 1)
        print("Flushes of 20 ms: 99 of 100 calls of deliver take at most \(deliver.rounded(toPlaces: 1)) µs.")
        let busy = try ScratchFolder(in: place)
        let late = try await tickerLateMilliseconds(in: "\(busy.path)/log", runs: 512, ticks: 1000)
        report["tickerLateMilliseconds"] = late.rounded(toPlaces: 3)
        print(
            "512 busy runs, flushes of 20 ms: a task that sleeps 1 ms wakes \(late.rounded(toPlaces: 3)) ms late in the median."
        )
    }

    private func reportAppending(to report: inout Report) throws {
        for count in [1, 64, 512] {
            let race = try BatchRace(count: count, in: place)
            report["appendOverRaw.\(count)"] = race.overRaw.rounded(toPlaces: 3)
            report["appendOverSQLite.\(count)"] = race.overSQLite?.rounded(toPlaces: 3)
            report["rawOverSQLite.\(count)"] = race.rawOverSQLite?.rounded(toPlaces: 3)
            print("Batches of \(count), µs each: \(race.microseconds) by the log, a raw file, and SQLite.")
        }
        if report["appendOverSQLite.1"] == nil {
            print("Built without SQLite, so appendOverSQLite and rawOverSQLite are missing: --traits SQLite has it.")
        }
    }

    /// Compares 64 and 512 tasks with one. Five times all of them take a turn, and the medians are compared.
    private func reportConcurrency(to report: inout Report) async throws {
        var single: [Double] = []
        var many: [Int: [Double]] = [:]
        for _ in 0..<5 {
            single.append(try await rate(tasks: 1, each: 200))
            for tasks in [64, 512] { many[tasks, default: []].append(try await rate(tasks: tasks, each: 100)) }
        }
        let one = single.sorted()[2]
        print("One task makes \(Int(one)) appends a second durable.")
        for tasks in [64, 512] {
            let ratio = (many[tasks] ?? []).sorted()[2] / one
            report["concurrentOverSingle.\(tasks)"] = ratio.rounded(toPlaces: 1)
            print("\(tasks) tasks make \(ratio.rounded(toPlaces: 1)) times as many.")
        }
    }

    private func rate(tasks: Int, each count: Int) async throws -> Double {
        let folder = try ScratchFolder(in: place)
        return try await durableAppendsPerSecond(tasks: tasks, each: count, in: "\(folder.path)/log")
    }
}
