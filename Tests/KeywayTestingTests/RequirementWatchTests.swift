import KeywayCore
import KeywaySuites
import Testing

@testable import KeywayTesting

/// The walks of a suite watch what the explorer proves.
@Suite("Requirements along a walk")
struct RequirementWatchTests {
    private typealias Moment = Requirement.Fact.Moment

    private func moment(
        _ event: String, isOtherwise: Bool = false, isAccepted: Bool = true, effects: [String] = [],
        arguments: [[Value?]] = [], given: [String: Value] = [:], state: String = "idle"
    ) -> Moment {
        Moment(
            event: event, isOtherwise: isOtherwise, isAccepted: isAccepted, effects: effects, arguments: arguments,
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

    @Test("What was before the last event counts no more, and what it brings about does")
    func since() {
        let anew = Requirement.Content.onlyAfter(.effect("verify"), [.effect("request")], since: "change")
        let (ask, go) = (moment("start", effects: ["request"]), moment("go", effects: ["verify"]))
        #expect(breaches(of: anew, along: [ask, go, go]) == 0)
        #expect(breaches(of: anew, along: [ask, moment("change"), go]) == 1)
        #expect(breaches(of: anew, along: [ask, moment("change", isAccepted: false), go]) == 0)
        #expect(breaches(of: anew, along: [ask, moment("change", effects: ["request"]), go]) == 0)
        let itself = Requirement.Content.onlyAfter(.event("go"), [.event("change")], since: "go")
        #expect(breaches(of: itself, along: [moment("change"), go, go]) == 1)
    }

    @Test("An order has the value that the last accepted command gave")
    func latest() {
        let latest = Requirement.Content.latest(effect: "request", argument: 0, field: "phone")
        func command(_ phone: String, isAccepted: Bool = true) -> Moment {
            moment("start", isAccepted: isAccepted, given: ["phone": .text(phone)])
        }
        func order(_ phone: String?) -> Moment {
            moment("go", effects: ["note", "request"], arguments: [[], [phone.map { .text($0) }]])
        }
        #expect(breaches(of: latest, along: [command("1"), order("1"), command("2"), order("2")]) == 0)
        #expect(breaches(of: latest, along: [command("1"), command("2"), order("1")]) == 1)
        #expect(breaches(of: latest, along: [command("1"), command("2", isAccepted: false), order("1")]) == 0)
        #expect(breaches(of: latest, along: [command("1"), order(nil)]) == 1)
        #expect(breaches(of: latest, along: [order(nil)]) == 0)
        #expect(breaches(of: latest, along: [order("1")]) == 1)
    }
}
