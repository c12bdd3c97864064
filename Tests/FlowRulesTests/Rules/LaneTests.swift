import FlowFixtures
import FlowLanguage
import FlowRules
import Testing

@Suite("Lanes in the rules: asked for once, granted where they are asked for, freed with their scope")
struct LaneTests {
    /// A flow that asks for a lane in a group and does its work when it is granted.
    private static func post(
        waiting: String = "enter { take queue } on queue -> working after 5m -> failed",
        working: String = "on start -> done after 30s -> failed", idle: String = "on start -> waiting",
        group: String = "", declaring: String = ""
    ) -> String {
        flow(
            """
            state idle waits for user { \(idle) }
            on cancel -> failed
            group posting { lane queue of Mail
              \(group)
              state waiting { \(waiting) }
              state working { \(working) }
            }
            """, declaring: declaring)
    }

    @Test("Rule 19: A lane that is asked for, granted and left is no problem")
    func noProblem() {
        expectNone(of: .laneTakenTwice, in: Self.post())
        expectNone(of: .cellUndecided, in: Self.post())
    }

    @Test("Rule 5: The grant is decided wherever the lane can be asked for, and nowhere else")
    func grants() {
        expect(
            .cellUndecided,
            at: [("waiting", "the lane 'queue', which can be granted"), ("working", "the lane 'queue'")],
            in: Self.post(waiting: "enter { take queue } on start -> working after 5m -> failed"))
        expect(
            .cellImpossible, at: [("queue", "cannot come in 'working': the lane is never asked for there")],
            in: Self.post(working: "ignore queue on start -> done after 30s -> failed"))
    }

    @Test("Rule 28: A lane may never be granted, so a state that waits for a lane alone can wait for ever")
    func waits() {
        expect(
            .silentWait, at: [("waiting", "after 'start'")],
            in: Self.post(waiting: "enter { take queue } on queue -> working"))
    }

    @Test("Rule 19: A run that stands in a lane must not ask for it again, be it by another name")
    func twice() {
        let held = Self.post(working: "on start stay { take queue } ignore queue after 30s -> failed on cancel -> done")
        expect(.laneTakenTwice, at: [("take queue", "stand in the lane of 'Mail' already here")], in: held)
        let renamed = Self.post(
            working:
                "lane other of Mail on start stay { take other } ignore other after 30s -> failed on cancel -> done")
        expect(.laneTakenTwice, at: [("take other", "'other' would wait for itself")], in: renamed)
        let beside = Self.post(
            working: "lane wave of Radio enter { take wave } ignore wave after 30s -> failed on start -> done")
        expectNone(of: .laneTakenTwice, in: beside)
        let again = Self.post(
            waiting: "enter { take queue } on queue -> working on start -> waiting after 5m -> failed")
        expect(.laneTakenTwice, at: [("take queue", "")], in: again)
    }

    @Test("Rule 14: Leaving the scope frees the lane, so it can be asked for again")
    func freed() {
        let again = Self.post(working: "on start -> idle after 30s -> done")
        expectNone(of: .laneTakenTwice, in: again)
    }

    @Test("Rule 19: An effect that needs the lane in which its run stands would wait for its own run")
    func needs() {
        let effect = "effect send needs queue replies sent otherwise sent within 5s"
        let inside = Self.post(working: "enter { do send } on sent -> done", declaring: effect)
        expect(.laneWaitsForItself, at: [("do send", "'send' needs the lane")], in: inside)
        let outside = Self.post(
            working: "on start -> done after 30s -> failed",
            idle: "on start -> waiting on cancel stay { do send } late sent", group: "late sent",
            declaring: effect)
        expectNone(of: .laneWaitsForItself, in: outside)
    }

    @Test("Rule 19: A sub-flow would wait for its parent if both stood in lanes of one provider")
    func children() {
        let child = Self.post().changing("flow Sample", to: "flow Post")
        let parent = Self.post(working: "child post = Post enter { run post.start } on post.done, post.failed -> done")
        expect(.laneWaitsForItself, at: [("run post.start", "'post' takes a lane")], in: parent, among: ["Post": child])
        let elsewhere = child.changing("of Mail", to: "of Radio")
        expectNone(of: .laneWaitsForItself, in: parent, among: ["Post": elsewhere])
        let late = Self.post(
            waiting: "enter { run post.start; take queue } on queue -> working after 5m -> failed",
            group: "child post = Post ignore post.done, post.failed")
        expect(.laneWaitsForItself, at: [("take queue", "'post' takes a lane")], in: late, among: ["Post": child])
        expectNone(of: .laneWaitsForItself, in: late, among: ["Post": elsewhere])
        let ended = Self.post(
            waiting: "enter { take queue } on queue -> working after 5m -> failed",
            idle: "child post = Post enter { run post.start } on post.done, post.failed -> waiting on start -> waiting")
        expectNone(of: .laneWaitsForItself, in: ended, among: ["Post": child])
    }

    @Test("Rule 19: An effect that needs a lane would wait for its own run while a sub-flow may stand in the lane")
    func needsBesideChildren() {
        let child = Self.post().changing("flow Sample", to: "flow Post")
        let parent = Self.post(
            waiting: "enter { run post.start } on start -> working on cancel -> done after 5m -> failed",
            working: "enter { do send } on sent -> done", group: "child post = Post ignore post.done, post.failed",
            declaring: "effect send needs queue replies sent otherwise sent within 5s")
        expect(
            .laneWaitsForItself, at: [("do send", "'send' needs a lane in which child 'post' may stand here")],
            in: parent, among: ["Post": child])
        expectNone(
            of: .laneWaitsForItself, in: parent, among: ["Post": child.changing("of Mail", to: "of Radio")])
        let ended = parent.changing("on start -> working", to: "ignore start").changing(
            "ignore post.done, post.failed", to: "on post.done, post.failed -> working")
        expectNone(of: .laneWaitsForItself, in: ended, among: ["Post": child])
    }

    @Test("A lane is taken in the scope that declares it; a lane that nobody takes is warned of")
    func home() {
        expect(
            .usedOutOfScope, at: [("take queue", "lane 'queue' does not live in 'idle', so it cannot be taken")],
            in: Self.post(idle: "on start -> waiting on cancel stay { take queue }"))
        let unused = Self.post(waiting: "on start -> working after 5m -> failed")
        #expect(found(in: unused).contains { $0.message == "lane 'queue' is never taken" })
    }
}
