import FlowFixtures
import FlowLanguage
import FlowMachine
import KeywayCore
import Testing

@testable import FlowProviders

@Suite("An SDK followed through what a run called and heard")
struct ModelFollowerTests {
    private static let flow = """
        flow Bell version 1
        command ask
        callback one, two, three
        effect ring calls Bell.ring
        source bell = "Bell" by kind singleton { ONE => one TWO => two THREE => three }
        final done success
        final failed
        within 20m -> failed
        ignore unrecognised
        reject other
        late other
        state idle waits for user { on ask -> asking ignore one, two, three }
        state asking { enter { do ring } on one stay on two stay on three -> done after 10s -> failed }
        """

    /// A bell that answers a call by `one` and then `two`, or by `three`. Calls that come before it has spoken get one answer.
    ///
    /// `old`, a word of an earlier run, may come at any moment.
    private static let model = """
        provider Bell version "1" for bell
        word one = ONE
        word two = TWO
        word three = THREE
        word old = OLD
        context { earlier: bool = true }
        emit old when earlier stay
        state quietly { call ring -> ringing }
        state ringing {
          emit one then two -> quietly
          emit three -> quietly
          call ring stay
        }
        """

    private func follower(_ model: String = model) throws -> ModelFollower {
        ModelFollower(try FlowProvidersTests.model(model), beside: RunningFlow(try LoadedFlow(Self.flow).table))
    }

    /// The place of the first happening that the model cannot have brought about; nil where all are possible.
    private func impossible(_ happenings: ModelFollower.Happening...) throws -> Int? {
        var follower = try follower()
        return follower.firstImpossible(among: happenings)
    }

    /// The run hears a callback that is the model's word of this number, from 0.
    private func word(_ number: Int) -> ModelFollower.Happening { .heard([number]) }

    @Test("What the SDK says after a call may be heard, in its order and as late as it likes")
    func said() throws {
        #expect(try impossible(.called("ring"), word(0), word(1)) == nil)
        #expect(try impossible(.called("ring"), word(2)) == nil)
        // The word `two` is still on its way as the run ends.
        #expect(try impossible(.called("ring"), word(0)) == nil)
        // Both words may have been spoken before the second call, and are heard after it.
        #expect(try impossible(.called("ring"), .called("ring"), word(0), word(1)) == nil)
        #expect(try impossible(.called("ring"), word(0), word(1), .called("ring"), word(2)) == nil)
    }

    @Test("All words of one `emit` may be on their way together", arguments: [5, 8])
    func wordsOfOneEmit(_ count: Int) throws {
        let words = (0..<count).map { $0 % 2 }
        let row = words.map { ["one", "two"][$0] }.joined(separator: " then ")
        var follower = try follower(Self.model.changing("emit one then two", to: "emit \(row)"))
        // The SDK may have spoken before the second call, so that all words are heard behind it.
        let calls: [ModelFollower.Happening] = [.called("ring"), .called("ring")]
        #expect(follower.firstImpossible(among: calls + words.map(word)) == nil)
        #expect(follower.firstImpossible(among: calls + words.map(word) + [word(1)]) == 2 + count)
    }

    @Test("A callback that the SDK cannot have said is named by its place")
    func unsaid() throws {
        #expect(try impossible(word(0)) == 0)
        #expect(try impossible(.called("ring"), word(1)) == 1)
        #expect(try impossible(.called("ring"), word(0), word(2)) == 2)
        #expect(try impossible(.called("ring"), word(2), word(2)) == 2)
        #expect(try impossible(.called("ring"), word(0), word(1), word(0)) == 3)
    }

    @Test("A word of an earlier run may come at any moment, and overtakes what waits")
    func earlier() throws {
        #expect(try impossible(word(3)) == nil)
        #expect(try impossible(.called("ring"), word(0), word(3), word(1), word(3)) == nil)
        // `isOfThisRun` says that the word is none of an earlier run, as with a callback that somebody adds to a recorded run.
        #expect(try impossible(.heard([3], isOfThisRun: true)) == 0)
        #expect(try impossible(.called("ring"), .heard([2, 3], isOfThisRun: true)) == nil)
    }

    @Test("A callback is each of the words that the flow reads alike")
    func words() throws {
        let follower = try follower()
        let flow = RunningFlow(try LoadedFlow(Self.flow).table)
        let two = try #require(flow.table.events.firstIndex { $0.name == "two" })
        #expect(follower.words(readAs: two, fields: [], unread: nil, by: flow) == [1])
        let unrecognised = try #require(flow.table.unrecognisedEvent)
        let unread = RawValue.Unread(.object(["kind": .text("OLD")]), of: flow.table.sources[0], withholding: [])
        #expect(follower.words(readAs: unrecognised, fields: [], unread: unread, by: flow) == [3])
        #expect(follower.call(named: "Bell.ring") == "ring" && follower.call(named: "Other.ring") == nil)
    }

    private static let way = """
        flow Way version 1
        command go, cancel
        callback ready, broken, done
        source box = "Box" by kind singleton { READY => ready BROKEN => broken NEWS when status == 200 => done }
        final good success
        final bad
        require good only after done
        within 15m -> bad
        on cancel -> bad
        ignore unrecognised
        reject other
        state idle waits for user { on go -> running late ready, broken, done }
        state running { ignore ready on broken -> bad on done -> good after 10s -> bad }
        """

    @Test("What came before the sub-flow that reads it is each word of its name that may have its status")
    func beforeTheSubFlow() throws {
        let parent = """
            flow Ways version 1
            command start
            final good
            final bad
            within 15m -> bad
            ignore unrecognised
            reject other
            state idle waits for user { on start -> one }
            state one { child way = Way enter { run way.go } on way.good -> good on way.bad -> bad }
            """
        let model = """
            provider Box version "1" for box
            word ready = READY
            word broken = BROKEN(status: 5003)
            word done = NEWS(status: 200)
            word other = NEWS(status: 404)
            success done
            state any { emit ready stay emit broken stay emit done stay emit other stay }
            """
        let flow = RunningFlow(try LoadedFlow(parent, among: ["Way": Self.way]).table)
        let way = try #require(flow.descendants.first)
        let follower = ModelFollower(try FlowProvidersTests.model(model), beside: flow)
        let unrecognised = try #require(flow.table.unrecognisedEvent)
        func words(_ name: String, _ status: Int64?, by field: String = "kind") -> Set<Int> {
            var members: [String: RawValue] = [field: .text(name)]
            members["status"] = status.map { .integer($0) }
            var unread = RawValue.Unread(.object(members), of: way.table.sources[0], withholding: [])
            unread.name = name
            return follower.words(readAs: unrecognised, fields: [], unread: unread, by: flow)
        }
        #expect(words("READY", nil) == [0])
        // The row asks for no status, so that the way reads them all alike.
        #expect(words("READY", 7) == [0] && words("BROKEN", 5004) == [1])
        #expect(words("NEWS", 200) == [2] && words("NEWS", 404) == [3])
        #expect(words("NEWS", 500).isEmpty && words("OTHER", 200).isEmpty)
        #expect(words("READY", nil, by: "type").isEmpty, "it is another SDK's")
        #expect(follower.isSuccess(2, heardBy: way) && !follower.isSuccess(2, heardBy: flow))
    }
}
