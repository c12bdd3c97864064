import FlowProviders

/// A system drawn at random: the texts of a flow, its sub-flows and the models beside it. It is small, and most are accepted by `check`
/// once their rows are mended.
package struct DrawnSystem: Sendable {
    package let text: SystemText

    /// The system, with rows mended where `check` finds errors; nil where errors are left.
    package func loaded() -> LoadedSystem? {
        var mending = Mending(text)
        return mending.mended()
    }

    /// - Parameter behaviors: what a driven run may do besides plain steps; no drawn text depends on it.
    package init(seed: UInt64, allowing behaviors: DrivenBehaviors = .coveredByRules) {
        var chance = Chance(seed: seed)
        let cast = Cast(&chance)
        var subFlows: [SystemText.SubFlow] = []
        var part: FlowDrawing?
        if cast.hasPart {
            var inner: FlowDrawing?
            if cast.hasInner {
                var drawing = FlowDrawing(cast.inner, in: cast, named: "Inner")
                subFlows.append(.init(name: "Inner", text: drawing.text(&chance)))
                inner = drawing
            }
            var drawing = FlowDrawing(cast.part, in: cast, named: "Part", running: inner)
            subFlows.append(.init(name: "Part", text: drawing.text(&chance)))
            part = drawing
        }
        var root = FlowDrawing(cast.root, in: cast, named: "Drawn", running: part)
        let flow = root.text(&chance)
        let models = cast.modelled.map { ModelDrawing(of: $0).text(&chance) }
        var channel = Channel(capacity: chance.number(1...3))
        channel.drops = chance.percent(15)
        channel.doubles = chance.percent(15)
        channel.reorders = chance.percent(15)
        var text = SystemText(
            flow: flow, subFlows: subFlows, models: models, channel: channel, crashes: cast.comesBack)
        text.behaviors = behaviors
        text.shortenDurations(seed: seed)
        self.text = text
    }
}

/// A provider of a drawn system, as flows see it.
struct DrawnProvider {
    enum Manner {
        /// The provider speaks by callbacks.
        case words
        /// The provider answers its calls, and says nothing else.
        case answers
    }

    /// A raw word with the callback that it is read as.
    struct Word {
        /// As the SDK says it.
        var raw: String
        /// The flow's callback.
        var callback: String
        /// Whether the callback has the field `mood`.
        var hasMood: Bool
        /// The code by which the decoder tells two words of the same raw name apart; nil where the name has one word. Of the two words
        /// one has a code below 300, which its row tests for; the row of the other has no test, and reads every other code.
        var code: Int?
    }

    var name: String
    var manner: Manner
    /// What the provider says by callbacks; empty where it only answers.
    var words: [Word]
    /// The calls without replies.
    var calls: [String]
    /// The call with replies, if there is one.
    var answered: String?
    /// The field of a raw callback that has the word's name; a source is declared `by` it.
    var by: String
    /// Whether its source is `stamped`: a callback says of which attempt it is.
    var isStamped: Bool
    /// Whether the model of the SDK gives the replies to the call `answered`; else the backend does.
    var answersItself = false
    /// The raw words that its source retains for later legs and runs.
    var retained: Set<String>
    /// The name of its source in flows.
    var source: String { name.lowercased() }
}

/// Which flows and providers a drawn system has. Its root may run a sub-flow, the part, which may run another one, the inner.
struct Cast {
    /// The providers that one of the flows hears and calls.
    struct Surroundings {
        var providers: [DrawnProvider]
    }

    /// Around the flow of the root; `part` and `inner` are around the two sub-flows, and without providers where there is no such flow.
    var root: Surroundings
    var part: Surroundings
    var inner: Surroundings
    var hasPart: Bool
    /// Whether the sub-flow runs a sub-flow itself.
    var hasInner: Bool
    /// The providers that have a model.
    var modelled: [DrawnProvider]
    /// Whether the app may die and the run come back.
    var comesBack: Bool
    /// Whether each provider call without replies is declared `once`, so that no restart repeats it.
    var isAlwaysOnce: Bool

    init(_ chance: inout Chance) {
        hasPart = chance.percent(40)
        hasInner = hasPart && chance.percent(30)
        comesBack = chance.percent(15)
        isAlwaysOnce = comesBack && chance.percent(50)
        // Whether two words of the lock have one raw name and differ by their code.
        let sharesName = chance.percent(20)
        var lock = DrawnProvider(
            name: "Lock", manner: .words,
            words: [
                .init(raw: "READY", callback: "ready", hasMood: false),
                .init(raw: "OPENED", callback: "opened", hasMood: chance.percent(25), code: sharesName ? 200 : nil),
                .init(
                    raw: sharesName ? "OPENED" : "JAMMED", callback: "jammed", hasMood: false,
                    code: sharesName ? 500 : nil),
            ], calls: ["turn"], answered: chance.percent(40) ? "work" : nil, by: "kind",
            isStamped: chance.percent(30), retained: Set(chance.some(["READY", "OPENED", "JAMMED"], percent: 22)))
        lock.answersItself = lock.answered != nil && chance.percent(30)
        let bell = DrawnProvider(
            name: "Bell", manner: .words,
            words: [
                .init(raw: chance.percent(15) ? "READY" : "RANG", callback: "rang", hasMood: chance.percent(30)),
                .init(raw: "HUSHED", callback: "hushed", hasMood: false),
            ], calls: chance.percent(60) ? ["press"] : [], answered: nil, by: chance.percent(50) ? "kind" : "sort",
            isStamped: chance.percent(30), retained: Set(chance.some(["HUSHED"], percent: 25)))
        let vault = DrawnProvider(
            name: "Vault", manner: .answers, words: [], calls: [], answered: "fetch", by: "", isStamped: false,
            retained: [])
        let (hasBell, hasVault) = (chance.percent(45), chance.percent(25))
        var (rootHears, partHears, innerHears): ([DrawnProvider], [DrawnProvider], [DrawnProvider]) = ([], [], [])
        if hasPart {
            if hasInner { innerHears.append(lock) }
            if !hasInner || chance.percent(15) { partHears.append(lock) }
            if chance.percent(15) { rootHears.append(lock) }
            if hasBell { if chance.percent(70) { rootHears.append(bell) } else { partHears.append(bell) } }
            if hasVault { if chance.percent(50) { rootHears.append(vault) } else { partHears.append(vault) } }
        } else {
            rootHears.append(lock)
            if hasBell { rootHears.append(bell) }
            if hasVault { rootHears.append(vault) }
        }
        root = Surroundings(providers: rootHears)
        part = Surroundings(providers: partHears)
        inner = Surroundings(providers: innerHears)
        modelled = chance.percent(85) ? [lock] : []
        if hasBell, chance.percent(55) { modelled.append(bell) }
        if hasVault, chance.percent(90) { modelled.append(vault) }
    }
}
