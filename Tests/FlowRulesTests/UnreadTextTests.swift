import FlowFixtures
import FlowLanguage
import Testing

/// What stands in a part that cannot be read is not called missing: the reason would be false, and the advice wrong.
@Suite("What cannot be read or resolved is one problem, and no reason for others")
struct UnreadTextTests {
    private static let idle = "state idle waits for user { on start -> done on cancel -> failed }"

    private func codes(_ text: String) -> [DiagnosticCode] { found(in: text).map(\.code) }

    @Test("Rule 6: A guard is not called missing where a row of its event cannot be read")
    func unreadGuard() {
        let text = flow(
            """
            on cancel -> done
            state idle waits for user {
              on start when n < 3 stay { n += 1 }
              on start when n == 3 -> done
            }
            """, declaring: "context { n: int 0...3 = 0 }", otherwise: "")
        #expect(codes(text) == [])
        #expect(codes(text.changing("n == 3", to: "n = 3")) == [.unexpectedToken])
        expect(
            .guardsIncomplete, at: [("start", "when n = 3")], in: text.changing("on start when n == 3 -> done", to: ""))
    }

    @Test("Rule 10: A branch of a choice is not called missing where one of its branches cannot be read")
    func unreadBranch() {
        let text = flow(
            """
            state idle waits for user { on start -> fork { n += 1 } on cancel -> done }
            choice fork {
              when n < 3 -> idle
              when n == 3 -> done
            }
            """, declaring: "context { n: int 0...3 = 0 }", otherwise: "")
        #expect(!codes(text).contains(.guardsIncomplete))
        #expect(codes(text.changing("n == 3", to: "n = 3")) == [.unexpectedToken])
    }

    @Test("Rule 30: A success is not called unearned where a requirement cannot be read or resolved")
    func unreadRequirement() {
        let text = flow(
            "ignore unrecognised\n\(Self.idle)",
            declaring: """
                effect ask replies yes otherwise yes
                final good success
                require good only after yes
                """, otherwise: "late other")
        #expect(!codes(text).contains(.successWithoutRequirement))
        for (wrong, problem) in [
            ("good after yes", DiagnosticCode.unexpectedToken), ("good only after yess", .unknownEvent),
        ] {
            let found = codes(text.changing("good only after yes", to: wrong))
            #expect(found.contains(problem) && !found.contains(.successWithoutRequirement), "\(found)")
        }
        #expect(codes(text.changing("require good only after yes", to: "")).contains(.successWithoutRequirement))
    }

    @Test("Rule 4: An 'other' row is not called useless where the events that it is for cannot be read")
    func unreadEvents() {
        let declaration = "effect ask(way: int 0...3) replies yes otherwise yes"
        let text = flow(
            """
            state idle waits for user { on start -> asking { do ask(1) } on cancel -> failed }
            state asking { on yes -> done on cancel -> failed reject start }
            """, declaring: declaration, otherwise: "late other")
        #expect(!codes(text).contains(.neverUsed))
        let unread = codes(text.changing("(way: int 0...3)", to: "(way int 0...3)"))
        #expect(unread.contains(.unexpectedToken) && !unread.contains(.neverUsed), "\(unread)")
    }

    @Test("Rule 3: A misspelt 'other' is one problem, with the word that was meant")
    func misspeltOther() {
        let items = """
            state idle waits for user { on start -> asking { do ask } on cancel -> failed }
            state asking { on yes -> done on cancel -> failed reject start }
            """
        for verb in ["late", "ignore"] {
            let text = flow(items, declaring: "effect ask replies yes otherwise yes", otherwise: "\(verb) others")
            expect(.unknownEvent, at: [("others", "did you mean 'other'?")], in: text)
            #expect(!codes(text).contains(.cellUndecided))
        }
        let commands = flow("state idle waits for user { on start -> done }", otherwise: "reject othr")
        expect(.unknownEvent, at: [("othr", "did you mean 'other'?")], in: commands)
        #expect(!codes(commands).contains(.cellUndecided))
        // `on` names its events, so `other` is no advice there.
        expect(
            .unknownEvent, at: [("others", "there is no event 'others'")],
            in: flow("on others -> done\n\(Self.idle)", otherwise: ""))
        #expect(
            !found(in: flow("on others -> done\n\(Self.idle)", otherwise: "")).contains {
                $0.message.contains("did you mean")
            })
    }

    @Test("Rule 5: A row is not called idle in a group whose states cannot be read")
    func unreadState() {
        let text = flow(
            """
            \(Self.idle)
            group later {
              on start -> done
              state resting waits for user { }
            }
            """, otherwise: "")
        let unread = codes(text.changing("state resting waits for user { }", to: "state"))
        #expect(unread.contains(.unexpectedToken) && !unread.contains(.rowNeverDecides), "\(unread)")
        expect(
            .rowNeverDecides, at: [("start", "no state stands in 'later'")],
            in: text.changing("state resting waits for user { }", to: ""))
    }
}
