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
            .ready, .answered(1, .begun(run: "r")), .answered(2, .broken("gone")),
            .answered(3, .decided(run: "r", id: "i", command: "pin", isAccepted: false)), .seenLast(5),
            .seen(4, Sight(state: "byCode", ways: ["offline": "typing"], isOver: false, question: question)),
            .calls(call, device: "d", place: CallPlace(run: "r", sequence: 3, index: 1)),
        ] {
            #expect(try JSONDecoder().decode(ServerReport.self, from: Data(report.line.utf8)) == report)
        }
    }

    @Test("Of two calls of a run the one that was ordered later is behind; calls of two runs are not compared")
    func overtaking() {
        let first = CallPlace(run: "r", sequence: 9, index: 1)
        #expect(CallPlace(run: "r", sequence: 10, index: 0).isBehind(first))
        #expect(CallPlace(run: "r", sequence: 9, index: 2).isBehind(first))
        #expect(!first.isBehind(first) && !CallPlace(run: "s", sequence: 10, index: 0).isBehind(first))
    }
}
