import FlowFixtures
import FlowLanguage
import KeywayCore
import Testing

@Suite("Semantics 14 and 19: lanes, as one flow sees them")
struct LaneTests {
    private static let post = """
        flow Post version 1
        command send, again, leave, off
        effect write(n: int 0...3)
        final sent
        final failed
        within 20m -> failed
        reject other
        on off -> failed
        state idle waits for user { on send -> waiting }
        group posting {
          lane queue of Mail
          state waiting {
            enter { take queue; do write(1) }
            on queue -> working
            on leave -> idle
            after 5m -> failed
          }
          state working { enter { do write(2) } on again -> working on leave -> idle on send -> sent after 30s -> failed }
        }
        """

    @Test("Rule 19: 'take' asks, and the event of the lane's name is the grant")
    func grant() throws {
        var post = try MachineUnderTest(Self.post)
        let asked = try post.on("send")
        #expect((asked.scopeChanges, asked.orders) == (["asks queue"], ["write(1)"]))
        #expect(post.running == ["queue?"])
        let granted = try post.on("queue")
        #expect((granted.disposition, granted.scopeChanges, granted.orders) == (.taken, [], ["write(2)"]))
        #expect((post.state, post.running) == ("working", ["queue"]))
    }

    @Test("Rule 14: Moves inside its scope keep a lane; leaving it frees what is held and withdraws what is asked for")
    func freed() throws {
        var post = try MachineUnderTest(Self.post)
        try post.on("send")
        #expect(try post.on("leave").scopeChanges == ["frees queue"])
        #expect(post.running == [])
        try post.on("send")
        try post.on("queue")
        #expect(try post.on("again").scopeChanges == [])
        #expect(post.running == ["queue"])
        #expect(try post.on("leave").scopeChanges == ["frees queue"])
    }

    @Test("Rule 13: A final frees every lane")
    func end() throws {
        var post = try MachineUnderTest(Self.post)
        try post.on("send")
        #expect(try post.on("off").scopeChanges == ["frees queue"])
        #expect((post.state, post.running) == ("failed", []))
    }

    @Test("A lane that is not declared cannot be taken or needed")
    func unknown() {
        #expect(Understood(Self.post.changing("take queue", to: "take tail")).errors == [.unknownTimer])
        #expect(
            Understood(Self.post.changing("effect write(n: int 0...3)", to: "effect write(n: int 0...3) needs tail"))
                .errors == [.unknownTimer])
    }
}
