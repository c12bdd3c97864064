import Foundation
import KeywayCore
import Testing

@testable import TerminalSignIn

@Suite("What processes that serve sign-ins are asked, and tell")
struct WireTests {
    @Test("A request is one line, and is read as it was written, whatever the SDK said")
    func requests() throws {
        let odd = RawValue.object(["a\nb": .list([.text("\u{2028}\""), .null, .number(-0.5)]), "": .bool(true)])
        for content: ServerRequest.Content in [
            .start(line: "start 4912345678 DE", device: "phone-1", id: "1"),
            .type(line: "code 1234", run: "r", state: "bySmart", id: "2"), .word(odd, device: "d"),
            .prompted(odd, device: "d", isOld: true), .watch(run: "r"), .drain,
        ] {
            let line = ServerRequest(number: 7, content: content).line
            #expect(line.hasSuffix("\n") && line.dropLast().contains("\n") == false)
            let read = try JSONDecoder().decode(ServerRequest.self, from: Data(line.utf8))
            #expect(read.number == 7 && read.content == content)
        }
    }

    @Test("A report is read as it was written")
    func reports() throws {
        let call = SDKCall(sdk: .otpless, name: "begin", subject: FakeSDK.Subject(phone: "4912345678"))
        let question = Question(state: "byCode", words: "your PIN is wanted", commands: [.pin, .cancel])
        for report: ServerReport in [
            .ready, .answered(1, .taken(run: "r")), .answered(2, .broken("gone")),
            .answered(3, .decided(run: "r", id: "i", command: "pin", isAccepted: false)), .seenLast(5),
            .seen(4, Sight(state: "byCode", ways: ["offline": "typing"], isOver: false, question: question)),
            .calls(call, device: "d", place: CallPlace(run: "r", sequence: 3, index: 1)),
        ] {
            #expect(try JSONDecoder().decode(ServerReport.self, from: Data(report.line.utf8)) == report)
        }
    }

    @Test("A call that a later call of the run has overtaken is not made, nor one of a run that was left")
    func overtaking() {
        var calls = LatestCalls()
        func isMade(_ sdk: SDKName, _ run: String, _ sequence: UInt64, _ index: UInt64 = 0) -> Bool {
            calls.take(sdk, at: CallPlace(run: run, sequence: sequence, index: index))
        }
        #expect(isMade(.otpless, "r", 9, 1))
        // Another process may repeat the same call.
        #expect(isMade(.otpless, "r", 9, 1))
        #expect(!isMade(.otpless, "r", 9, 0))
        #expect(isMade(.otpless, "r", 10))
        // The calls of each SDK are compared among themselves.
        #expect(isMade(.truecaller, "r", 3))
        #expect(isMade(.otpless, "s", 2))
        #expect(!isMade(.otpless, "r", 11))
        #expect(isMade(.otpless, "s", 3))
    }
}
