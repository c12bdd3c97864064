import FlowMachine
import KeywayCore

/// A final to which a flow comes by its deadlines alone after an event, where nobody says anything more.
struct DeadlineEnd: Hashable {
    /// The final, by its position among the states.
    var state: Int
    /// How long it takes from the event to the final.
    var milliseconds: Int64
    /// What the final keeps, in the places of the variables; all else is nil. Marks stand for perishable values (`Perishing.mark`).
    var kept: [Value?]
    /// How the deadline was set that leads to the final; nil where the event itself does.
    var setting: Setting?

    /// What of a deadline decides whether it comes before another one of the same instant (rule 18).
    struct Setting: Hashable {
        /// Whether it is the limit of an effect, and no timer.
        var isLimit: Bool
        /// How long after the event it was set.
        var milliseconds: Int64
        /// Whether the flow itself set it, in the event's own step or as it began; false for what a later step or a sub-flow set.
        var isOfBeginning: Bool
    }

    /// A flow that ends sooner than this after a word counts as ended by the word (rule 30), as nothing else could come between. In
    /// milliseconds.
    static let shortestWait: Int64 = 1000

    /// Whether the word counts as what ends the flow.
    var isSoon: Bool { milliseconds < Self.shortestWait }
}

/// The finals to which a flow comes by its deadlines alone after an event.
struct DeadlineEnds {
    /// The soonest first; each once, with the shortest time that it takes.
    private(set) var all: [DeadlineEnd] = []
    /// Whether nothing is missing among those that come sooner than `DeadlineEnd.shortestWait`.
    var isWhole = true

    /// Those that come sooner than `DeadlineEnd.shortestWait`.
    var soon: [DeadlineEnd] { all.filter(\.isSoon) }

    /// The same ends where so many milliseconds pass before.
    func delayed(by milliseconds: Int64) -> DeadlineEnds {
        var delayed = self
        for place in delayed.all.indices { delayed.all[place].milliseconds += milliseconds }
        return delayed
    }

    /// Adds those of the others that are not soon.
    mutating func addLateOnes(of others: DeadlineEnds) {
        for end in others.all where !end.isSoon { add(end) }
    }

    mutating func add(_ end: DeadlineEnd) {
        if let known = all.firstIndex(where: { $0.state == end.state && $0.kept == end.kept }) {
            guard end.milliseconds < all[known].milliseconds else { return }
            all.remove(at: known)
        }
        let place = all.firstIndex { ($0.milliseconds, $0.state) > (end.milliseconds, end.state) } ?? all.endIndex
        all.insert(end, at: place)
    }
}

extension FlowSystem {
    /// The finals to which a word may lead when nothing else comes; none where it leads to no final, or only after many deadlines.
    ///
    /// Only deadlines and limits are followed that the word's own step sets, or a step that follows from it, and those of sub-flows that
    /// begin by these steps. Deadlines that ran before the word, and the person, are left out: what they do is not the word's doing.
    ///
    /// Of ends that come sooner than `DeadlineEnd.shortestWait` all are found, with whichever durations the variables, the parameters and the
    /// word's fields have, or the result says that some may be missing. For later ends, which only a report tells, a duration is taken as
    /// short as it can be, and where that is less than `shortestWait`, also as long as it can be.
    mutating func deadlineEnds(after input: FlowInput, from position: Int32) -> DeadlineEnds {
        let key = StepKey(position: position, input: number(of: input))
        if let known = deadlineEnds[key] { return known }
        var configuration = configurations[Int(position)]
        let found = ends(of: openCourse(after: input, from: configuration)) {
            lengthsOfDurations(among: configuration.values).map { values in
                configuration.values = values
                return course(after: input, from: configuration)
            }
        }
        deadlineEnds[key] = found
        return found
    }

    /// The finals to which the flow comes by its deadlines alone when it begins with this command, as `deadlineEnds(after:from:)` finds them
    /// after a word.
    ///
    /// `chosen`: what the parent chooses for parameters; a stand-in for a duration of the parent counts as a duration that is not known.
    func deadlineEnds(
        beginningWith command: Int, _ arguments: [Value?], choosing chosen: [Int: Value]
    ) -> DeadlineEnds {
        let open = course(beginningWith: command, arguments, choosing: chosen, isOpen: true)
        var found = ends(of: open) { [course(beginningWith: command, arguments, choosing: chosen, isOpen: false)] }
        // Of an end by open durations the soonest time is known, and the parent would have to be followed at each later one.
        if open.durations.isOpen, !found.soon.isEmpty { found.isWhole = false }
        return found
    }

    /// The ends of a course. `closed`: the same without open durations, for the ends that come late.
    private func ends(of open: Course, lateBy closed: () -> [Course]) -> DeadlineEnds {
        guard open.durations.isOpen else { return ends(beyond: open) }
        var found = ends(within: open)
        for course in closed() { found.addLateOnes(of: ends(beyond: course)) }
        return found
    }

    /// Lists of values for the variables: a duration that may be less than `DeadlineEnd.shortestWait` stands in them as it is, and also as
    /// long as it can be, in every combination. All other values are as given.
    private func lengthsOfDurations(among values: [Value?]) -> [[Value?]] {
        zip(machine.variables, values).reduce([[]]) { ways, next in
            let (variable, value) = next
            let short = ways.map { $0 + [value] }
            guard value != nil, case .duration(let bounds) = variable.field.kind, bounds.isOpenWithinASecond else {
                return short
            }
            return short + ways.map { $0 + [.duration(bounds.upperBound)] }
        }
    }
}
