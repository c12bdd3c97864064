import FlowLanguage
import FlowMachine
import FlowProviders
import KeywayCore
import KeywayLog
import KeywayRuns

/// A driven run as text: a line for each step, and below the line what the step meant to the flow.
package struct RunStory {
    package private(set) var lines: [String] = []
    /// The sorts of steps in the run, each named once; contradictions are grouped by it. Commands are left out, and so are words that are
    /// spoken and have room in the channel.
    package private(set) var kinds = ""

    package init(_ steps: [TrialStep], of system: LoadedSystem) {
        for step in steps {
            if step.isBeforeBeginning { lines.append(Self.sentence(for: step, system)) }
        }
        var kinds = Set(steps.filter(\.isBeforeBeginning).compactMap(Self.kindBeforeBeginning))
        var world = World(system, after: steps, telling: true)
        lines += world.judge.takeStory()
        for (place, step) in steps.enumerated() {
            if step.isBeforeBeginning { continue }
            if let kind = Self.kind(step, in: world) { kinds.insert(kind) }
            let wasDone = world.take(step)
            if !system.text.behaviors.contains(.slowHandlers), !Self.isDeath(steps[(place + 1)...].first) {
                world.perform()
            }
            let sentence = Self.sentence(for: step, system) + (wasDone ? "" : " (nothing)")
            lines.append("\(world.now.milliseconds) ms: \(sentence)")
            lines += world.judge.takeStory()
        }
        self.kinds = kinds.sorted().joined(separator: ", ")
    }

    /// Whether the step is the app's death, which itself says how many of the open orders are performed before.
    private static func isDeath(_ step: TrialStep?) -> Bool { if case .death = step?.content { true } else { false } }

    /// The sort of a step that is done before the run begins, as `kinds` has it.
    private static func kindBeforeBeginning(_ step: TrialStep) -> String? {
        if case .chosen = step.content { "choices" } else { "left words" }
    }

    /// The sort of a step that is about to be done in the world, as `kinds` has it; nil where `kinds` leaves it out.
    private static func kind(_ step: TrialStep, in world: World) -> String? {
        switch step.content {
        case .command, .chosen, .left: return nil
        case .reply(let name, _, _):
            let isOpen = world.orders.contains { $0.name == name && world.run.isAwaited($0.key.order) }
            return isOpen ? "replies" : "stale replies"
        case .failure: return "failures"
        case .finish: return "ends of handlers"
        case .turn(let provider, let row):
            guard case .speech(let words) = world.system.models[provider].rows[row].happening else { return "silence" }
            return words.count > world.system.text.channel.capacity ? "long emits" : nil
        case .answer: return world.isOver ? "answers after the end" : "answers"
        case .tell: return "words"
        case .lose: return "losses"
        case .foreign(let callback, _):
            return world.system.foreignCallbacks.unread.contains(callback) ? "unread callbacks" : "other sources"
        case .grant: return "grants"
        case .wait: return "time"
        case .death: return "deaths"
        }
    }

    private static func sentence(for step: TrialStep, _ system: LoadedSystem) -> String {
        func event(_ event: Int, _ leg: String?, _ fields: [Value?]) -> String {
            let name = (leg.map { "\($0)." } ?? "") + system.machine(ofLeg: leg).events[event].name
            return fields.isEmpty
                ? name : "\(name)(\(fields.map { $0.map { "\($0)" } ?? "nil" }.joined(separator: ", ")))"
        }
        func order(_ order: TrialStep.Order) -> String {
            let name = (order.leg.map { "\($0)." } ?? "") + system.machine(ofLeg: order.leg).effects[order.effect].name
            return "\(name) #\(order.number + 1)"
        }
        switch step.content {
        case .command(let leg, let command, let fields): return "the person asks \(event(command, leg, fields))"
        case .reply(let name, let reply, let fields): return "\(order(name)) answers \(event(reply, name.leg, fields))"
        case .failure(let name): return "the handler of \(order(name)) fails"
        case .finish(let name): return "the handler of \(order(name)) returns"
        case .turn(let provider, let row):
            let model = system.models[provider]
            if case .speech(let words) = model.rows[row].happening {
                return "\(model.name.text) speaks \(words.map { model.words[$0].name.text }.joined(separator: ", "))"
            }
            return "\(model.name.text) moves in silence"
        case .answer(let provider, _, let name, let reply, let fields):
            return "\(system.models[provider].name.text): \(order(name)) answers \(event(reply, name.leg, fields))"
        case .tell(let provider, let place, let isKept):
            return "\(system.models[provider].name.text)'s word \(place + 1) is told\(isKept ? " and doubled" : "")"
        case .lose(let provider, let place): return "\(system.models[provider].name.text)'s word \(place + 1) is lost"
        case .foreign(let callback, let stamp): return "a callback \(callback), stamped \(stamp)"
        case .chosen(let parameter, let value):
            return "whoever begins the run chooses \(system.machine.variables[parameter].field.name) = \(value)"
        case .left(let provider, let word):
            return "an earlier run left \(system.models[provider].words[word].name.text)"
        case .grant: return "the lane is granted"
        case .wait(let wait, let isAsleep): return "the clock goes on: \(wait)\(isAsleep ? ", asleep" : "")"
        case .death(let performed, let pause, let hasValues):
            let values = hasValues ? " with its values" : ""
            return "the app dies after \(performed) effects, and runs again \(pause) ms later\(values)"
        }
    }
}
