import KeywayCore
import KeywaySuites
import Testing

@testable import KeywayTesting

/// The walks of a suite check the same requirements that the explorer proves.
@Suite("Requirements along a walk")
struct RequirementWatchTests {
    private typealias Moment = Requirement.Fact.Moment

    private func moment(
        _ event: String, isOtherwise: Bool = false, isActedOn: Bool = true, effects: [String] = [],
        arguments: [[Value?]] = [], given: [String: Value] = [:], state: String = "idle"
    ) -> Moment {
        Moment(
            event: event, isOtherwise: isOtherwise, isActedOn: isActedOn, effects: effects, arguments: arguments,
            given: given, state: state, run: RunState(state: 0, values: []))
    }

    private func breaches(of content: Requirement.Content, along moments: [Moment]) -> Int {
        var watch = RequirementWatch(Requirement("it", content))
        var count = 0
        for moment in moments where watch.breach(at: moment) != nil { count += 1 }
        return count
    }

    @Test("An effect's `otherwise` and a stale word earn nothing")
    func ownWord() {
        let earned = Requirement.Content.onlyAfter(.state(["inside"]), [.event("yes")])
        #expect(breaches(of: earned, along: [moment("yes", state: "inside")]) == 0)
        #expect(breaches(of: earned, along: [moment("yes", isOtherwise: true, state: "inside")]) == 1)
        #expect(breaches(of: earned, along: [moment("stale yes", state: "inside")]) == 1)
        #expect(breaches(of: .never(.event("yes")), along: [moment("yes", isOtherwise: true)]) == 1)
    }

    @Test("What was before the last `since` event counts no more, and what that event brings about does")
    func since() {
        let anew = Requirement.Content.onlyAfter(.effect("verify"), [.effect("request")], since: "change")
        let (ask, go) = (moment("start", effects: ["request"]), moment("go", effects: ["verify"]))
        #expect(breaches(of: anew, along: [ask, go, go]) == 0)
        #expect(breaches(of: anew, along: [ask, moment("change"), go]) == 1)
        #expect(breaches(of: anew, along: [ask, moment("change", isActedOn: false), go]) == 0)
        #expect(breaches(of: anew, along: [ask, moment("change", effects: ["request"]), go]) == 0)
        let itself = Requirement.Content.onlyAfter(.event("go"), [.event("change")], since: "go")
        #expect(breaches(of: itself, along: [moment("change"), go, go]) == 1)
    }

    @Test("An order has the value that the last accepted command gave")
    func latest() {
        let latest = Requirement.Content.latest(effect: "request", argument: 0, field: "phone")
        func command(_ phone: String, isActedOn: Bool = true) -> Moment {
            moment("start", isActedOn: isActedOn, given: ["phone": .text(phone)])
        }
        func order(_ phone: String?) -> Moment {
            moment("go", effects: ["note", "request"], arguments: [[], [phone.map { .text($0) }]])
        }
        #expect(breaches(of: latest, along: [command("1"), order("1"), command("2"), order("2")]) == 0)
        #expect(breaches(of: latest, along: [command("1"), command("2"), order("1")]) == 1)
        #expect(breaches(of: latest, along: [command("1"), command("2", isActedOn: false), order("1")]) == 0)
        #expect(breaches(of: latest, along: [command("1"), order(nil)]) == 1)
        #expect(breaches(of: latest, along: [order(nil)]) == 0)
        #expect(breaches(of: latest, along: [order("1")]) == 1)
    }

    @Test("What is forbidden after something is allowed again behind what ends it, and events come first")
    func neverAfter() {
        let forbidden = Requirement.Content.neverAfter(.effect("send"), .effect("check"), until: .event("renew"))
        let (check, send) = (moment("go", effects: ["check"]), moment("go", effects: ["send"]))
        #expect(breaches(of: forbidden, along: [send, check, send]) == 1)
        #expect(breaches(of: forbidden, along: [check, moment("renew", effects: ["send"]), send]) == 0)
        #expect(breaches(of: forbidden, along: [check, moment("renew", isActedOn: false, effects: ["send"])]) == 1)
        #expect(breaches(of: forbidden, along: [moment("go", effects: ["send", "check"]), send]) == 1)
        let once = Requirement.Content.neverAfter(.event("yes"), .event("yes"))
        #expect(breaches(of: once, along: [moment("yes"), moment("no"), moment("yes")]) == 1)
        let itself = Requirement.Content.neverAfter(.state(["inside"]), .event("yes"), until: .state(["out"]))
        #expect(breaches(of: itself, along: [moment("yes", state: "inside")]) == 1)
        #expect(breaches(of: itself, along: [moment("yes", state: "out"), moment("no", state: "inside")]) == 0)
    }

    @Test("What is counted counts anew behind an event, and a parameter says how often")
    func atMost() {
        let (go, renew) = (moment("go", effects: ["check"]), moment("renew", effects: ["check"]))
        let twice = Requirement.Content.atMost(.number(2), .effect("check"), until: .event("renew"))
        #expect(breaches(of: twice, along: [go, go, go]) == 1)
        #expect(breaches(of: twice, along: [go, go, renew, go, go]) == 1)
        #expect(breaches(of: twice, along: [go, go, moment("renew"), go, go]) == 0)
        let byEffect = Requirement.Content.atMost(.number(1), .event("go"), until: .effect("check"))
        #expect(breaches(of: byEffect, along: [moment("go"), go, go]) == 1)
        var chosen = moment("go", effects: ["check"])
        chosen.run.values = [.integer(1)]
        let asChosen = Requirement.Content.atMost(.parameter(0), .effect("check"))
        #expect(breaches(of: asChosen, along: [chosen, chosen]) == 1)
    }

    @Test("A value falls, a timer runs and a command is possible as the step and the one before say")
    func comparing() {
        func step(_ event: String, from before: Int64, to after: Int64) -> Moment {
            var step = moment(event)
            step.runBefore = RunState(state: 0, values: [.integer(before)])
            step.run.values = [.integer(after)]
            return step
        }
        let falls = Requirement.Content.fallsOnly(variable: 0, on: ["renew"])
        #expect(breaches(of: falls, along: [step("go", from: 1, to: 2), step("renew", from: 2, to: 0)]) == 0)
        #expect(breaches(of: falls, along: [step("go", from: 2, to: 1)]) == 1)

        func timed(_ event: String, from before: [Int], to after: [Int], fired: Int? = nil) -> Moment {
            var step = moment(event, effects: ["check"])
            step.runBefore = RunState(state: 0, values: [])
            let due = Instant(milliseconds: 9)
            step.runBefore?.timers = before.map { .init(timer: $0, deadline: due, setBy: 0) }
            step.run.timers = after.map { .init(timer: $0, deadline: due, setBy: 0) }
            step.fired = fired
            return step
        }
        let whileLife = Requirement.Content.onlyWhile(.effect("check"), timers: [1])
        #expect(breaches(of: whileLife, along: [timed("go", from: [1], to: []), timed("go", from: [], to: [1])]) == 0)
        #expect(breaches(of: whileLife, along: [timed("go", from: [0], to: [0])]) == 1)
        #expect(breaches(of: whileLife, along: [timed("life", from: [1], to: [], fired: 1)]) == 1)
        let eventWhileLife = Requirement.Content.onlyWhile(.event("go"), timers: [1])
        #expect(breaches(of: eventWhileLife, along: [timed("go", from: [], to: [1])]) == 1)

        func command(accepted: Bool, in state: String) -> Moment {
            var step = moment("cancel", isActedOn: accepted)
            step.stateBefore = state
            return step
        }
        let possible = Requirement.Content.alwaysPossible(command: "cancel", in: ["idle"])
        #expect(breaches(of: possible, along: [command(accepted: true, in: "idle")]) == 0)
        #expect(breaches(of: possible, along: [command(accepted: false, in: "idle")]) == 1)
        #expect(breaches(of: possible, along: [command(accepted: false, in: "away")]) == 0)
    }

    @Test("Facts that are joined are so at one moment, and an `otherwise` is no cause in any of them")
    func joined() {
        let both = Requirement.Fact.all([.event("yes"), .not(.state(["idle"]))])
        #expect(breaches(of: .never(both), along: [moment("yes"), moment("yes", state: "done")]) == 1)
        let either = Requirement.Fact.any([.event("yes"), .event("sure")])
        let earned = Requirement.Content.onlyAfter(.state(["inside"]), [either])
        #expect(breaches(of: earned, along: [moment("sure", state: "inside")]) == 0)
        #expect(breaches(of: earned, along: [moment("yes", isOtherwise: true, state: "inside")]) == 1)
    }
}
