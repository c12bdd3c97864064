import FlowFixtures
import FlowLanguage
import FlowMachine
import FlowProviders
import Testing

@Suite("Which rows of a flow were tried")
struct TriedRowTests {
    /// The tried rows of a shipped flow beside a provider's model, and the line of its row `late unreachable`.
    ///
    /// Only a run that came back comes to that row: it hears the end of an order that was open when the app died.
    private func tried(_ provider: String, crashing: Bool = false) throws -> (rows: TriedRows, late: Int) {
        let text = try Fixtures.shipped("OTPless/SNA.flow")
        let source = SourceText(path: "SNA.flow", bytes: Array(text.utf8))
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let late = try #require(lines.firstIndex { $0.contains("late unreachable") })
        let flow = try machine(text)
        let exploration = try explore(flow, against: model(provider), crashing: crashing)
        return (TriedRows(of: flow, in: source, reachedBy: [exploration]), late + 1)
    }

    @Test("A row to which only a run that came back comes is asked for only where the app may die, and is tried there")
    func restarts() throws {
        let shipped = try Fixtures.shipped("OTPless/Models/SDK-2.3.2.provider")
        for crashing in [false, true] {
            let tried = try tried(shipped, crashing: crashing)
            #expect(tried.rows.holds, "\(tried.rows.untried)")
        }
        let mute = """
            provider OTPless version "0" for otpless
            word ready = SDK_READY
            call begin stay
            call stop stay
            state any { emit ready stay }
            """
        let tried = try tried(mute)
        let missing = tried.rows.untried.map(\.line)
        #expect(missing.count > 5 && !missing.contains(tried.late))
    }

    /// The tried rows of a door flow with a row that names two causes of a jam and leads to a choice.
    ///
    /// - Parameter causes: the causes that the lock gives for a jam, besides `other`.
    private func choosing(jammingBy causes: [String], waiver: String = "") throws -> TriedRows {
        let text = LockedDoor.flow(
            turning: """
                on opened -> asking
                on jammed when cause in { rust, ice } -> again { tries += 1 }  \(waiver)
                on jammed when not cause in { rust, ice } -> failed
                after 30s -> failed
                """
        )
        .changing(
            "callback opened, jammed",
            to: "enum Cause { rust, ice, other = * }\ncallback opened, jammed(cause: Cause)"
        )
        .changing("  ignore opened, jammed\n", to: "")
        .changing("JAMMED => jammed", to: "JAMMED => jammed(cause: by)")
        .changing("within 15m -> failed", to: "context { tries: int 0...2 = 0 }\nwithin 15m -> failed")
        .changing(
            "state idle",
            to: "choice again {\n  when tries < 2 -> idle\n  when tries == 2 -> failed\n}\nstate idle")
        let source = SourceText(path: "Door.flow", bytes: Array(text.utf8))
        let lock = LockedDoor.model(
            causes.map { "emit \($0) when turned stay { turned = false }" }.joined(separator: "\n"),
            context: causes.map { "word \($0) = JAMMED(by: \"\($0)\")\n" }.joined()
                + "context { turned: bool = false }")
        let flow = try machine(text)
        return TriedRows(of: flow, in: source, reachedBy: [try explore(flow, against: model(lock))])
    }

    @Test("A value that a guard names and no model says is named beside its row, and a branch that is never taken too")
    func values() throws {
        let both = try choosing(jammingBy: ["rust", "ice"])
        #expect(both.holds, "\(both.untried)")
        let rust = try choosing(jammingBy: ["rust"])
        let named = ["jammed with cause = ice"]
        #expect(rust.untried.map(\.parts) == [named, named])
        let neither = try choosing(jammingBy: [])
        #expect(neither.untried.map(\.parts).contains(["this branch of 'again'"]))
        #expect(neither.untried.count == 4, "\(neither.untried)")
    }

    @Test("A waiver lets a value stand untried, and is wrong once every value is said")
    func waivers() throws {
        let waiver = "// FACTS 1; untried: it never freezes here"
        let rust = try choosing(jammingBy: ["rust"], waiver: waiver)
        #expect(rust.waived.map(\.reason) == ["it never freezes here"] && rust.untried.count == 1)
        let both = try choosing(jammingBy: ["rust", "ice"], waiver: waiver)
        #expect(both.wronglyWaived.map(\.parts) == [["jammed"]])
    }

    @Test("A waiver without a reason, and one that stands beside no row, waive nothing and are told")
    func emptyWaivers() throws {
        let bare = try choosing(jammingBy: ["rust"], waiver: "// untried:")
        #expect(bare.emptyWaivers == [bare.untried[0].line] && bare.waived.isEmpty && !bare.holds)
        let text = LockedDoor.flow() + "// untried: there is no row behind this\n"
        let source = SourceText(path: "Door.flow", bytes: Array(text.utf8))
        let flow = try machine(text)
        let tried = TriedRows(of: flow, in: source, reachedBy: [try explore(flow, against: model(LockedDoor.model()))])
        #expect(tried.emptyWaivers == [text.split(separator: "\n", omittingEmptySubsequences: false).count - 1])
    }

    @Test("A row for a reply of which nothing comes is tried only in states to which the run and its sub-flows come")
    func repliesBesideSubFlows() throws {
        let part = """
            flow Part version 1
            command start, cancel
            effect go calls Box.go
            final over
            final failed
            within 20m -> over
            on cancel -> over
            state idle waits for user { on start -> gone { do go } }
            state gone { reject start  after 5s -> over }
            """
        let whole = """
            flow Whole version 1
            command start, next, cancel
            effect ask replies answered otherwise answered
            final over
            within 20m -> over
            on cancel -> over
            reject other
            state idle waits for user { on start -> parting { do ask } }
            state parting {
              child part = Part
              enter { run part.start }
              on part.over -> good
              on part.failed -> bad
              late answered
            }
            state good waits for user {
              on next -> better
              late answered
            }
            state better waits for user {
              on next -> over
              ignore answered
            }
            state bad waits for user {
              on next -> over
              late answered
            }
            """
        let flow = try House.machine(whole, others: ["Part": part])
        let box = try model("provider Box version \"1\"\nstate any { call go stay }")
        let exploration = try explore(flow, against: box)
        let source = SourceText(path: "Whole.flow", bytes: Array(whole.utf8))
        let rows = TriedRows(of: flow, in: source, reachedBy: [exploration])
        #expect(rows.untried.flatMap(\.parts) == ["part.failed", "next", "answered"])
    }
}
