import FlowFixtures
import KeywayCore
import KeywayLog
import KeywayRuns
import Testing

@Suite("What sources retain")
struct RetainedTests {
    private static let way = """
        flow Way version 1
        context { isBroken: bool = false }
        command begin, again, cancel
        callback ready, broke, word
        source sdk = "Delegate" by kind singleton {
          retained READY  => ready
          retained BROKEN => broke
          WORD => word
        }
        final failed
        within 15m -> failed
        on cancel -> failed
        ignore unrecognised
        reject other
        late other
        state idle waits for user {
          on begin when not isBroken -> running
          on begin otherwise -> doubtful
          on ready stay { isBroken = false }
          on broke stay { isBroken = true }
          late word
        }
        group live {
          on again, ready, word stay
          state running waits for user { on broke -> doubtful }
          state doubtful waits for user { ignore broke }
        }
        """
    private static let login = """
        flow Login version 1
        command start, next, cancel
        final outside
        within 20m -> outside
        on cancel -> outside
        ignore unrecognised
        reject other
        state idle waits for user { on start -> first }
        state first { child one = Way enter { run one.begin } on one.failed, next -> second }
        state second { child two = Way enter { run two.begin } on two.failed, next -> outside }
        """

    /// A run, and what the sources of its device retain. Callbacks come to it as these sources bring them.
    private struct Told {
        var run: DrivenRun

        init(way: String = RetainedTests.way) throws {
            run = try DrivenRun(LoadedFlow(RetainedTests.login, among: ["Way": way]))
        }

        /// Has the source retain a callback, which no leg hears yet; returns its number, nil where it is of no retained kind.
        @discardableResult
        mutating func note(_ word: String) -> UInt64? {
            let callback = RawValue.object(["kind": .text(word)])
            return run.retained.retain(callback, as: CallbackReading(callback, by: run.machine.flow).retained)
        }

        /// Delivers to the run a callback that the source has noted already; returns the names of the steps.
        @discardableResult
        mutating func tell(_ word: String, number: UInt64?) throws -> [String] {
            let callback = RawValue.object(["kind": .text(word)])
            let reading = CallbackReading(callback, by: run.machine.flow)
            return run.names(of: try run.decide(.callback(reading, answering: nil, number: number)))
        }

        /// Notes and tells in one go.
        @discardableResult
        mutating func tell(_ word: String) throws -> [String] { try tell(word, number: note(word)) }
    }

    @Test("A leg hears what was retained before its first command, oldest first, and only the latest of each kind")
    func first() throws {
        var told = try Told()
        for word in ["BROKEN", "READY", "WORD", "BROKEN"] { told.note(word) }
        #expect(told.run.retained.words.count == 2)
        #expect(
            told.run.names(of: try told.run.send("start").steps) == [
                "start", "one: began", "one: ready", "one: broke", "one: begin",
            ])
        #expect(told.run.state(of: "one") == "doubtful")
    }

    @Test("What a leg has heard it hears once, however often it is asked or calls its source; another leg hears it too")
    func once() throws {
        var told = try Told()
        told.note("READY")
        try told.run.send("start")
        #expect(told.run.names(of: try told.run.send("again", to: "one").steps) == ["one: again"])
        #expect(try told.run.decide(.retained(leg: 1)).isEmpty)
        told.note("BROKEN")
        #expect(told.run.names(of: try told.run.decide(.retained(leg: 1))) == ["one: broke"])
        #expect(
            told.run.names(of: try told.run.send("next").steps) == [
                "next", "one: cancel", "two: began", "two: ready", "two: broke", "two: begin",
            ])
    }

    @Test("A direct callback is dropped where exactly its number was heard, and heard where another was")
    func numbers() throws {
        var told = try Told()
        try told.run.send("start")
        let older = told.note("READY")
        // `BROKEN` is noted later and heard sooner. `READY`, which comes after it, is no repetition.
        let newer = told.note("BROKEN")
        #expect(try told.tell("BROKEN", number: newer) == ["one: broke"])
        #expect(try told.tell("READY", number: older) == ["one: ready"])
        let count = told.run.records().count
        #expect(try told.tell("READY", number: older).isEmpty && told.tell("BROKEN", number: newer).isEmpty)
        #expect(told.run.names(of: try told.run.send("again", to: "one").steps) == ["one: again"])
        #expect(told.run.records().count == count + 1)
        // A callback without a number always counts as a new one.
        #expect(try told.tell("READY", number: nil) == ["one: ready"])
    }

    @Test("A direct callback that the leg has heard as retained meanwhile is dropped")
    func overtaken() throws {
        var told = try Told()
        try told.run.send("start")
        let number = told.note("BROKEN")
        #expect(told.run.names(of: try told.run.send("again", to: "one").steps) == ["one: broke", "one: again"])
        #expect(try told.tell("BROKEN", number: number).isEmpty)
    }

    @Test("A number that one leg heard is new to the next, as one that went to nobody is")
    func elsewhere() throws {
        var told = try Told()
        #expect(try told.tell("BROKEN") == ["unrecognised"])
        #expect(
            told.run.names(of: try told.run.send("start").steps) == [
                "start", "one: began", "one: broke", "one: begin",
            ])
        #expect(try told.tell("READY") == ["one: ready"])
        #expect(
            told.run.names(of: try told.run.send("next").steps) == [
                "next", "one: cancel", "two: began", "two: broke", "two: ready", "two: begin",
            ])
    }

    @Test("What a sub-flow hears as it comes, its parent hears at no later command or call, if both read the source")
    func heardByNewest() throws {
        let parent = """
            flow Login version 1
            command start, go, cancel
            callback ready
            source sdk = "Delegate" by kind singleton { retained READY => ready }
            final outside
            within 20m -> outside
            on cancel -> outside
            ignore unrecognised
            reject other
            state idle waits for user { late ready on start -> first }
            state first waits for user {
              child one = Way
              enter { run one.begin }
              on one.failed -> outside
              on go stay
              on ready -> outside
            }
            """
        var run = try DrivenRun(LoadedFlow(parent, among: ["Way": Self.way]))
        try run.send("start")
        let callback = RawValue.object(["kind": .text("READY")])
        let reading = CallbackReading(callback, by: run.machine.flow)
        let number = run.retained.retain(callback, as: reading.retained)
        #expect(
            run.names(of: try run.decide(.callback(reading, answering: nil, number: number))) == ["one: ready"])
        #expect(run.names(of: try run.send("go").steps) == ["go"])
        #expect(try run.decide(.retained(leg: 0)).isEmpty)
        // Another run held the source meanwhile, so no leg heard this one: the leg that asks next hears it.
        _ = run.retained.retain(callback, as: reading.retained)
        #expect(run.names(of: try run.send("go").steps).first == "ready")
    }

    @Test("A leg that a retained callback ends hears no first command, and the run is redone")
    func ended() throws {
        var told = try Told(way: Self.way.changing("on broke stay { isBroken = true }", to: "on broke -> failed"))
        for word in ["BROKEN", "READY"] { told.note(word) }
        #expect(
            told.run.names(of: try told.run.send("start").steps) == [
                "start", "one: began", "one: broke", "one.failed", "two: began", "two: broke", "two.failed",
            ])
        #expect(try Refolding(told.run.records(), of: told.run.table).difference == nil)
    }

    @Test("A leg hears before its first command also where the leg that began before it was ended by what it heard")
    func endedFirst() throws {
        let inner = """
            flow Inner version 1
            command open, cancel
            callback gone
            source sdk = "Delegate" by kind singleton { retained GONE => gone }
            final shut
            within 15m -> shut
            on cancel, gone -> shut
            ignore unrecognised
            reject other
            state idle waits for user { on open stay }
            """
        let outer = """
            flow Outer version 1
            context { isReady: bool = false }
            command start, cancel
            callback ready
            source sdk = "Delegate" by kind singleton { retained READY => ready }
            final failed
            within 15m -> failed
            on cancel -> failed
            ignore unrecognised
            reject other
            on ready stay { isReady = true }
            state idle waits for user {
              child inner = Inner
              enter { run inner.open }
              on inner.shut stay
              on start when isReady -> running
              on start otherwise -> failed
            }
            state running waits for user {}
            """
        let text = """
            flow Login version 1
            command start, cancel
            final outside
            within 20m -> outside
            on cancel -> outside
            ignore unrecognised
            reject other
            state idle waits for user { on start -> first }
            state first { child outer = Outer enter { run outer.start } on outer.failed -> outside }
            """
        var run = try DrivenRun(LoadedFlow(text, among: ["Outer": outer, "Inner": inner]))
        run.retained = RetainedCallbacks(
            ["GONE", "READY"].map { .object(["kind": .text($0)]) }, readBy: run.machine.flow)
        #expect(
            run.names(of: try run.send("start").steps) == [
                "start", "outer: began", "outer.inner: began", "outer.inner: gone", "outer: ready", "outer: start",
            ])
        #expect(run.causes(from: 4) == [.retained, .retained, .owed(by: 2)])
        #expect(run.state(of: "outer") == "running")
        #expect(try Refolding(run.records(), of: run.table).difference == nil)
    }

    @Test("Legs that begin with the run hear first, and then the run itself, each what its own flow reads")
    func beginning() throws {
        let outer = """
            flow Outer version 1
            command begin, cancel
            callback word
            source other = "Other" by kind singleton { retained WORD => word }
            final done
            within 15m -> done
            on cancel -> done
            ignore unrecognised, word
            reject other
            child inner = Way
            enter { run inner.begin }
            state waiting waits for user { on inner.failed stay on begin stay }
            """
        let text = """
            flow Reading version 1
            command cancel
            callback ready, broke
            source sdk = "Delegate" by kind singleton { retained READY => ready retained BROKEN => broke }
            final done
            within 20m -> done
            on cancel -> done
            ignore unrecognised
            child outer = Outer
            enter { run outer.begin }
            state waiting waits for user { on outer.done stay on ready, broke stay }
            """
        let flow = try LoadedFlow(text, among: ["Outer": outer, "Way": Self.way])
        var retained = RetainedCallbacks()
        for word in ["BROKEN", "WORD", "READY"] {
            let callback = RawValue.object(["kind": .text(word)])
            _ = retained.retain(callback, as: CallbackReading(callback, by: RunningFlow(flow.table)).retained)
        }
        let run = try DrivenRun(flow, retained: retained)
        #expect(
            run.names(of: run.decision.steps) == [
                "outer: began", "outer.inner: began", "outer.inner: broke", "outer.inner: ready", "outer.inner: begin",
                "outer: word", "outer: begin", "broke", "ready",
            ])
        #expect(try Refolding(run.records(), of: run.table).difference == nil)
    }

    @Test("A callback that is retained as two kinds has one number, and a leg hears it once")
    func twoKinds() throws {
        let flows = ["One", "Two"].map { name in
            """
            flow \(name) version 1
            command begin, cancel
            callback ready
            source sdk = "\(name)" by kind singleton { retained READY => ready }
            final over
            within 15m -> over
            on cancel -> over
            ignore unrecognised
            reject other
            state idle waits for user { on begin, ready stay }
            """
        }
        let text = """
            flow Both version 1
            command cancel
            final done
            within 20m -> done
            on cancel -> done
            ignore unrecognised
            child one = One
            child two = Two
            enter { run one.begin; run two.begin }
            state waiting { on one.over, two.over stay }
            """
        let flow = try LoadedFlow(text, among: ["One": flows[0], "Two": flows[1]])
        var run = try DrivenRun(flow)
        let callback = RawValue.object(["kind": .text("READY")])
        let reading = CallbackReading(callback, by: run.machine.flow)
        #expect(run.retained.retain(callback, as: reading.retained) == 1)
        #expect(run.retained.words.map(\.number) == [1, 1])
        for leg in 1...2 {
            #expect(try run.decide(.retained(leg: leg)).count == 1)
            #expect(try run.decide(.retained(leg: leg)).isEmpty)
        }
    }

    @Test("What another source retained is not heard, though the callback would be read")
    func otherSource() throws {
        var told = try Told()
        let other = try LoadedFlow(Self.way.changing("\"Delegate\"", to: "\"Other\""))
        let callback = RawValue.object(["kind": .text("READY")])
        let reading = CallbackReading(callback, by: RunningFlow(other.table))
        #expect(told.run.retained.retain(callback, as: reading.retained) != nil)
        #expect(told.run.names(of: try told.run.send("start").steps) == ["start", "one: began", "one: begin"])
        told.note("READY")
        #expect(told.run.names(of: try told.run.send("again", to: "one").steps) == ["one: ready", "one: again"])
    }

    @Test("Of callbacks that are no longer retained a leg remembers few, however often its source says the same")
    func manyOfOneKind() throws {
        var told = try Told()
        try told.run.send("start")
        for _ in 1...1000 { try told.tell("READY") }
        let heard = told.run.machine.heardNumbers(of: Array(1...1000))
        #expect(heard.allSatisfy { $0.count <= 65 })
        // The latest callback was heard, and is not heard again.
        #expect(try told.tell("READY", number: 1000).isEmpty)
    }
}
