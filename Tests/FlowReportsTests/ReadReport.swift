import FlowReports
import Foundation
import Testing

/// The data of a page as its script reads it, for tests that compare it with a log.
struct ReadReport {
    let page: String
    let data: [String: Any]
    let words: [String]
    let lists: [[Int]]
    let shapes: [Int]
    private let numbers: [[Int]]

    init(_ report: LogReport) throws {
        page = String(decoding: report.page, as: UTF8.self)
        let start = try #require(page.range(of: #"<script type="application/json" id="data">"#)).upperBound
        let end = try #require(page.range(of: "</script>", range: start..<page.endIndex)).lowerBound
        let object = try JSONSerialization.jsonObject(with: Data(page[start..<end].utf8))
        data = try #require(object as? [String: Any])
        words = try #require(data["words"] as? [String])
        lists = try #require(data["lists"] as? [[Int]])
        shapes = try #require(data["shapes"] as? [Int])
        numbers = try #require((data["runs"] as? [String: Any])?["records"] as? [[Int]])
    }

    /// A column of the list of runs.
    func runs<Element>(_ name: String) -> [Element] { (data["runs"] as? [String: Any])?[name] as? [Element] ?? [] }

    /// A record, with the state of every leg after it.
    struct Record {
        var sequence: Int
        var at: Int
        var leg: Int
        /// The members of the `StepShape` that it shares with other records, in their order; most are positions in `words` or `lists`.
        var shape: [Int]
        var legs: [Int: Leg]
    }

    /// A leg's state, values, timers and open effects, in words.
    struct Leg: Equatable {
        var state: String
        var values: [String]
        var timers: [String]
        var effects: [String]
    }

    /// The records of a run, read as the script reads them.
    func records(ofRun run: Int) -> [Record] {
        var records: [Record] = []
        var rest = numbers[run][...]
        var (sequence, at, legs) = (0, 0, [Int: Leg]())
        while !rest.isEmpty {
            sequence += rest.removeFirst()
            at += rest.removeFirst()
            let (leg, shape) = (rest.removeFirst(), rest.removeFirst())
            // How far back the record stands whose step owed this one.
            _ = rest.removeFirst()
            let end = rest.removeFirst() + rest.startIndex
            while rest.startIndex < end {
                let number = rest.removeFirst()
                legs[number] = self.leg(after: legs[number], in: &rest, at: at)
            }
            records.append(
                Record(
                    sequence: sequence, at: at, leg: leg, shape: Array(shapes[(15 * shape)..<(15 * shape + 15)]),
                    legs: legs))
        }
        return records
    }

    private func leg(after before: Leg?, in numbers: inout ArraySlice<Int>, at moment: Int) -> Leg? {
        let parts = numbers.removeFirst()
        guard parts > 0 else { return nil }
        var leg = before ?? Leg(state: "", values: [], timers: [], effects: [])
        if parts & 1 > 0 { leg.state = words[numbers.removeFirst()] }
        if parts & 2 > 0 { leg.values = lists[numbers.removeFirst()].map { words[$0] } }
        if parts & 4 > 0 { leg.timers = waits(after: leg.timers, in: &numbers, at: moment, canBeHeld: true) }
        if parts & 8 > 0 { leg.effects = waits(after: leg.effects, in: &numbers, at: moment, canBeHeld: false) }
        return leg
    }

    /// Timers, or open effects, each with its time; a negative number stands for the one at that place before.
    private func waits(
        after before: [String], in numbers: inout ArraySlice<Int>, at moment: Int, canBeHeld: Bool
    ) -> [String] {
        (0..<numbers.removeFirst()).map { _ in
            let name = numbers.removeFirst()
            if name < 0 { return before[-name - 1] }
            let due = moment + numbers.removeFirst()
            return "\(words[name]) \(due)\(canBeHeld && numbers.removeFirst() == 1 ? " held" : "")"
        }
    }
}
