import KeywayCore
import KeywayLog
import KeywayRuns

/// The search for edits by which a run ends otherwise, over the times at which something happened or was due.
struct EditSearch {
    /// Edits that lead to another state.
    struct Found {
        var edits: [InputEdit]
        /// The state or final of the run itself, by its position in the flow's table.
        var state: Int
        /// When the edited run has ended, in milliseconds since it began.
        var end: Int64
        /// The answers that are assumed of effects which the recorded run never ordered.
        var assumed: [ShortestEdit.Assumption]
        /// Which of their possible answers these effects give, by index.
        fileprivate var chosen: [RunInputs.Effect: Int]

        /// The result for a run without an edit, which a test plays by the run machine as it does those of searches.
        init(unedited run: EditedRun) {
            (edits, state, end) = ([], run.state, run.end)
            (assumed, chosen) = (run.assumed, [:])
        }

        fileprivate init(_ draft: Draft) {
            edits = draft.edits.map { draft.run.named($0) }
            state = draft.run.state
            end = draft.run.end
            assumed = draft.run.assumed
            chosen = draft.chosen
        }
    }

    /// A run with some edits, and what came to it.
    fileprivate struct Draft {
        var inputs: RunInputs
        var edits: [InputEdit] = []
        var run: EditedRun
        /// Which of its possible answers each effect gives that the recorded run never ordered, by index. The choices
        /// stay in drafts with more edits: each other choice is a draft of its own.
        var chosen: [RunInputs.Effect: Int] = [:]
        /// The run as it was before each moment, in milliseconds since it began: an edit is decided from the first moment that it changes,
        /// and not from the beginning.
        var prefixes: [(moment: Int64, run: EditedRun)] = []
    }

    /// The recorded run without edits.
    private let beginning: Draft
    /// What the providers' SDKs may say; nil where nothing is known of them.
    private var behavior: (any ProviderBehavior)?
    /// The callbacks that may be added. Of several that every flow reads alike, only the first is here.
    private let callbacks: [RawValue]
    /// How many steps of runs the search may decide.
    private let limit: Int
    /// How many steps were decided so far; copying runs counts as steps too (`edited`).
    private var steps = 0
    /// Of the edits tried so far that lead to another state, those that move the least time; nil where none do.
    private var best: Found?

    init(of history: RunHistory, beside behavior: (any ProviderBehavior)?, upTo limit: Int) {
        self.behavior = behavior
        self.limit = limit
        callbacks = (behavior?.callbacks ?? []).distinct(in: history.flow)
        let inputs = RunInputs(of: history)
        let parameters = history.flow.table.parameters(in: history.beginning.outcome.context)
        var prefixes: [(moment: Int64, run: EditedRun)] = []
        var run = EditedRun(inputs, of: history.flow, choosing: parameters)
        run.play { prefixes.append(($0, $1)) }
        beginning = Draft(inputs: inputs, run: run, prefixes: prefixes)
    }

    /// The run as it was recorded, decided anew.
    var original: EditedRun { beginning.run }

    /// What was left untried so far.
    private(set) var untried: Set<ShortestEdit.Untried> = []

    /// The first happening of the run in which no SDK can have had part; nil where there is none, or nothing is known
    /// of the SDKs.
    ///
    /// `recorded`: the callback as it was recorded; nil where an edit added it. `place`: the happening's index among the run's.
    mutating func impossible(in run: EditedRun) -> (recorded: InputEdit.Recorded?, place: Int)? {
        guard let place = behavior?.firstImpossible(among: run.happenings) else { return nil }
        return (run.heardInputs[place]?.asRecorded, place)
    }

    /// The fewest edits that lead to another state, and of these the ones that move the least time; nil where none that were tried do.
    ///
    /// - Parameter goesOn: is told how many steps are decided, and says whether to go on.
    mutating func shortest(while goesOn: (Int) -> Bool) -> Found? {
        for count in 1...ShortestEdit.greatestEditCount {
            extend(beginning, by: count, while: goesOn)
            if best != nil || isStopped { break }
        }
        return best.map { refined($0) }
    }

    private var isStopped: Bool { untried.contains(.stopped) || untried.contains(.interrupted) }

    /// Tries every candidate as a further edit of the draft, and behind it others, until `count` edits are added; notes the best.
    private mutating func extend(_ draft: Draft, by count: Int, while goesOn: (Int) -> Bool) {
        for candidate in candidates(for: draft) {
            if let best, draft.edits.movedTime &+ candidate.movedTime >= best.edits.movedTime { continue }
            // Effects that the recorded run never ordered may have any of their answers.
            var chosen: [RunInputs.Effect: Int]? = draft.chosen
            while let choice = chosen {
                if steps >= limit { untried.insert(.stopped) }
                if !goesOn(steps) { untried.insert(.interrupted) }
                if isStopped { return }
                let next = edited(draft, by: candidate, choosing: choice, isLast: count == 1)
                // An added callback on which the flow does not act changes nothing in it.
                if candidate.isAddition, !next.run.actsOnAddition {
                    if count > 1 { untried.insert(.idleEdits) }
                    break
                }
                if next.run.leavesOutAnswers || next.run.isOverLimit { untried.insert(.answers) }
                if let unpredictableInput = next.run.unpredictableInput, !unpredictableInput.isCommand(of: candidate) {
                    untried.insert(.otherHearers)
                }
                if count > 1 {
                    if next.run.way != draft.run.way {
                        extend(next, by: count - 1, while: goesOn)
                    } else if behavior != nil {
                        untried.insert(.idleEdits)
                    }
                } else if reachesAnotherEnd(next) {
                    best = Found(next)
                    break
                }
                chosen = next.run.nextChoice(beside: draft.chosen)
            }
        }
    }

    /// Whether the draft comes to another end than the recorded run, in a way in which the SDKs can bring it about.
    ///
    /// A draft in which something comes at the very instant of a limit is refused, unless the recorded run has that too: played from a
    /// transcript it would go another way. The millisecond before the limit is tried as well, and will do.
    private mutating func reachesAnotherEnd(_ draft: Draft) -> Bool {
        !draft.run.isOverLimit && draft.run.unpredictableInput == nil && draft.run.state != original.state
            && (!draft.run.meetsLimit || original.meetsLimit) && hearsBehindCalls(draft.run)
            && impossible(in: draft.run) == nil
    }

    /// Whether each callback comes behind at least as many calls as it did in the recorded run; beside models always true.
    ///
    /// Models tell when an SDK can say a callback. Without them nothing but this is known of the call that a callback answers.
    private func hearsBehindCalls(_ run: EditedRun) -> Bool {
        behavior != nil || run.callsBefore.allSatisfy { $0.value >= original.callsBefore[$0.key] ?? 0 }
    }

    /// The draft with one edit more, decided from before the first moment that the edit changes; `isLast`: whether no edit follows.
    private mutating func edited(
        _ draft: Draft, by edit: InputEdit, choosing chosen: [RunInputs.Effect: Int], isLast: Bool
    ) -> Draft {
        var next = draft
        next.inputs.apply(edit)
        next.edits.append(edit)
        let first = edit.firstMoment
        guard let prefix = draft.prefixes.last(where: { $0.moment <= first }) ?? draft.prefixes.first else {
            return next
        }
        next.prefixes.removeAll { $0.moment > first }
        var later: [(moment: Int64, run: EditedRun)] = []
        next.run = prefix.run.goingOn(with: next.inputs, choosing: chosen) {
            if !isLast { later.append(($0, $1)) }
        }
        next.prefixes += later
        next.chosen = chosen
        for choice in next.run.choices { next.chosen[choice.effect] = choice.index }
        // Copying the run and its inputs takes time as well: it counts as one step, and one more for each eight inputs.
        steps += next.run.stepCount - prefix.run.stepCount + 1 + next.inputs.inputs.count / 8
        return next
    }

    // MARK: - Candidates

    /// The edits that may be made next, those that move the least time first; no command or callback is edited twice.
    private func candidates(for draft: Draft) -> some Sequence<InputEdit> {
        let edited = Set(draft.edits.compactMap(\.recorded?.sequence))
        let open = draft.inputs.inputs.filter { input in
            input.recorded.map { !edited.contains($0.sequence) } ?? false
        }
        let moments = Set(draft.run.moments.flatMap { [$0 &- 1, $0] }).filter { $0 >= 0 }.sorted()
        // Callbacks before commands: of two equally short moves that of the callback is tried first, and told.
        let movable = (open.filter { !$0.isCommand } + open.filter(\.isCommand)).compactMap { input in
            input.asRecorded.flatMap { recorded in times(for: input).map { (recorded: recorded, allowed: $0) } }
        }
        let moves = AnySequence(MoveCandidates(of: movable, to: moments))
        guard behavior != nil else { return [moves].joined() }
        // Drops and additions late in the run are tried before early ones, so that of two that would do the later is told.
        let drops = open.reversed().filter { $0.recorded?.isHeardAtOnce == true }.compactMap {
            $0.asRecorded.map { InputEdit.drop($0) }
        }
        let adds = moments.reversed().flatMap { moment in
            // Which leg hears it, and as what, the found run says.
            callbacks.map { InputEdit.add($0, event: "", at: moment) }
        }
        return [AnySequence(drops), AnySequence(adds), moves].joined()
    }

    /// The times at which the input may come; nil where it may not be moved.
    ///
    /// A callback that a source had kept was said before the run began, so it never moves. Any other may come at any moment beside models:
    /// whether an SDK can have said it then, the models are asked later (`impossible(in:)`).
    private func times(for input: RunInputs.Input) -> ClosedRange<Int64>? {
        guard input.isCommand || input.recorded?.isHeardAtOnce == true else { return nil }
        if behavior != nil, !input.isCommand { return .min ... .max }
        return input.earliest <= input.latest ? input.earliest...input.latest : nil
    }

    // MARK: - Shorter moves than those tried

    /// The edits, each move as short as can be found by halving.
    private mutating func refined(_ found: Found) -> Found {
        var found = found
        for place in found.edits.indices {
            guard case .move(let recorded, let far) = found.edits[place] else { continue }
            var (kept, moved) = (recorded.at, far)
            while (moved &- kept).magnitude > 1 {
                let middle = kept &+ (moved &- kept) / 2
                var edits = found.edits
                edits[place] = .move(recorded, to: middle)
                if let shorter = outcome(of: edits, choosing: found.chosen) {
                    (moved, found) = (middle, shorter)
                } else {
                    kept = middle
                }
            }
        }
        return found
    }

    /// Where these edits lead; nil where the run ends as it did, or the SDKs cannot have brought it about.
    private mutating func outcome(of edits: [InputEdit], choosing chosen: [RunInputs.Effect: Int]) -> Found? {
        var draft = beginning
        for edit in edits { draft = edited(draft, by: edit, choosing: chosen, isLast: false) }
        return reachesAnotherEnd(draft) ? Found(draft) : nil
    }
}

extension InputEdit {
    /// The earliest moment that the edit changes, in milliseconds since the run began.
    fileprivate var firstMoment: Int64 {
        switch self {
        case .move(let recorded, let to): min(recorded.at, to)
        case .drop(let recorded): recorded.at
        case .add(_, _, let at): at
        }
    }

    fileprivate var isAddition: Bool { if case .add = self { true } else { false } }

    /// The command or callback that is edited; nil where one is added.
    fileprivate var recorded: Recorded? {
        switch self {
        case .move(let recorded, _), .drop(let recorded): recorded
        case .add: nil
        }
    }
}

extension RunInputs.Input {
    /// Whether this is the command that the edit moves. Moved to where its sub-flow has not begun, it is no edit that was left untried:
    /// no command can come there.
    fileprivate func isCommand(of edit: InputEdit) -> Bool {
        isCommand && recorded?.sequence == edit.recorded?.sequence
    }

    fileprivate var asRecorded: InputEdit.Recorded? {
        recorded.map { InputEdit.Recorded(sequence: $0.sequence, event: $0.name, at: at) }
    }
}

extension RunInputs {
    package mutating func apply(_ edit: InputEdit) {
        switch edit {
        case .move(let recorded, let to):
            for place in inputs.indices where inputs[place].recorded?.sequence == recorded.sequence {
                inputs[place].at = to
                inputs[place].placeInLog = nil
            }
        case .drop(let recorded): inputs.removeAll { $0.recorded?.sequence == recorded.sequence }
        case .add(let callback, _, let at):
            inputs.append(Input(content: .added(callback), at: at, earliest: 0))
        }
    }
}

extension [InputEdit] {
    /// By how much commands and callbacks are moved in all, in milliseconds.
    var movedTime: UInt64 { reduce(0) { $0 &+ $1.movedTime } }
}

extension [RawValue] {
    /// Of callbacks that every flow reads alike the first.
    fileprivate func distinct(in flow: RunningFlow) -> [RawValue] {
        let flows = [flow] + flow.descendants
        var known: [[Decoded]] = []
        return filter { callback in
            let readings = flows.map { $0.table.decode(callback) }
            if known.contains(where: { zip($0, readings).allSatisfy { $0.isLike($1) } }) { return false }
            known.append(readings)
            return true
        }
    }
}

extension Decoded {
    /// Whether a flow makes the same of both.
    fileprivate func isLike(_ other: Decoded) -> Bool {
        switch (self, other) {
        case (.unrecognised, .unrecognised): true
        case (.event(let event, let fields, _, _), .event(let otherEvent, let otherFields, _, _)):
            event == otherEvent && fields == otherFields
        default: false
        }
    }
}
