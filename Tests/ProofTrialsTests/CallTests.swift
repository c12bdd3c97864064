import FlowProviders
import ProgramStreams
import SystemTrials
import Testing

@testable import ProofTrials

@Suite("What a call of ProofTrials asks for")
struct CallTests {
    /// The sentence by which a call is refused; nil for a call that is not.
    private func refusal(_ arguments: [String]) -> String? {
        do throws(WrongCall) {
            _ = try Call(arguments)
            return nil
        } catch {
            return error.sentence
        }
    }

    @Test("A call says what it asks for, and what it leaves out has the value that the help says")
    func understood() throws {
        let plain = try Call([])
        #expect(plain.work == .trials && plain.seed == 1 && plain.systems == 200 && plain.steps == 4_000)
        #expect(plain.limit == 200_000 && plain.time == nil && plain.behaviors == .coveredByRules)
        let call = try Call(["--seed", "7", "--systems", "9", "--steps", "5", "--limit", "3", "--shrink", "--slow"])
        #expect(call.seed == 7 && call.systems == 9 && call.steps == 5 && call.limit == 3 && call.shrinks)
        #expect(call.behaviors == DrivenBehaviors.coveredByRules.union(.slowHandlers))
        // `--planted` makes mistakes in the explorer, and looks for systems that show them.
        let planted = try Call(["--planted", "--steps", "500", "--limit", "1500", "--without", "left", "--late"])
        #expect(planted.work == .planted && planted.systems == 20_000 && planted.steps == 500)
        #expect(planted.behaviors.contains(.lateAnswers) && !planted.behaviors.contains(.leftWords))
        // `--shadows` drives naive handlers, each with a shadow of the flow beside it, until so many sign-ins have begun.
        let shadows = try Call(["--shadows", "--sign-ins", "5", "--log", "folder"])
        #expect(shadows.signIns == 5 && shadows.log == "folder")
        let plainShadows = try Call(["--shadows"])
        #expect(plainShadows.signIns * ShadowedProduct.all.count == 100_000 && plainShadows.log == nil)
        #expect(try Call(["--text", "--seed", "3"]).work == .text)
        #expect(try Call(["--planted", "--help"]).work == .help)
    }

    @Test("As many minutes as a clock counts are taken, and no more")
    func minutes() throws {
        let greatest = Int64.max / 60
        #expect(try Call(["--minutes", "5"]).time == .seconds(300))
        #expect(try Call(["--minutes", "\(greatest)"]).time == .seconds(greatest * 60))
        for minutes in ["\(greatest + 1)", "200000000000000000", "9223372036854775808"] {
            #expect(refusal(["--minutes", minutes]) == "--minutes needs \(greatest) or less")
        }
    }

    @Test("With a limit of time every seed from the first on may be drawn, but for the greatest number")
    func systemsInTime() throws {
        let call = try Call(["--minutes", "1", "--seed", "\(UInt64.max - 5)"])
        #expect(call.systems == 5)
        let last = "\(UInt64.max)"
        for arguments in [["--minutes", "1"], ["--planted"], []] {
            #expect(refusal(arguments + ["--seed", last]) == "there are not so many seeds behind \(last)")
        }
    }

    @Test("Every list of what is left out counts, and an empty one is refused")
    func leftOut() throws {
        let call = try Call(["--without", "left", "--without", "unread,stale"])
        #expect(
            call.behaviors == DrivenBehaviors.coveredByRules.subtracting([.leftWords, .unreadCallbacks, .staleReplies]))
        let missing = "--without needs a list of these: left, unread, others, stale, long, otherwise, after"
        for arguments in [["--without"], ["--without", ""]] { #expect(refusal(arguments) == missing) }
        for list in ["left,", "right", "--slow"] {
            #expect(refusal(["--without", list])?.hasPrefix("there is no '") == true, "\(list)")
        }
    }

    @Test(
        "A call for which nothing would be tried is refused",
        arguments: ["--systems", "--steps", "--limit", "--minutes", "--sign-ins"])
    func nothing(option: String) {
        let work = option == "--sign-ins" ? ["--shadows"] : []
        #expect(refusal(work + [option, "0"]) == "\(option) needs 1 or more")
        #expect(refusal(work + [option]) == "\(option) needs a number")
        #expect(refusal(work + [option, "+1"]) == "\(option) needs a number, not '+1'")
        // One more than the greatest number of 64 bits.
        let tooLarge = refusal(work + [option, "18446744073709551616"])
        #expect(tooLarge?.hasSuffix(" or less") == true, "\(tooLarge ?? "taken")")
    }

    @Test(
        "An option that would change nothing is refused",
        arguments: [
            (["--planted", "--minutes", "5"], "--minutes does not go with --planted"),
            (["--shrink", "--planted"], "--shrink does not go with --planted"),
            (["--shipped", "--limit", "9"], "--limit does not go with --shipped"),
            (["--shadows", "--steps", "9"], "--steps does not go with --shadows"),
            (["--text", "--slow"], "--slow does not go with --text"),
            (["--planted", "--shipped"], "--planted does not go with --shipped"),
            (["--sign-ins", "9"], "--sign-ins does not go with systems that are drawn"),
            (["--shipped", "--log", "folder"], "--log does not go with --shipped"),
        ])
    func inVain(arguments: [String], sentence: String) {
        #expect(refusal(arguments) == sentence)
    }

    @Test("The help names every option, what may be left out, and why a counterexample need not play")
    func help() {
        let options = [
            "--seed", "--systems", "--steps", "--minutes", "--limit", "--shrink", "--without", "--slow", "--late",
            "--planted", "--shipped", "--shadows", "--sign-ins", "--log", "--text",
        ]
        for option in options { #expect(Call.page.contains(option), "\(option)") }
        for behavior in DrivenBehaviors.named { #expect(Call.page.contains(behavior.name), "\(behavior.name)") }
        for excuse in PlayedCounterexample.excuses { #expect(Call.page.contains(excuse.words), "\(excuse)") }
        #expect(Call.page.contains("64 for wrong usage"))
    }
}
