import FlowFixtures
import FlowLanguage
import FlowMachine
import Testing

/// A small parent: a front door, and where that stays shut a back door, both by the same lock's SDK.
enum House {
    /// - Parameter frontRows: the rows of the state in which the front door's leg runs.
    static func flow(
        frontRows: String = "on first.authenticated -> authenticated\n  on first.failed, first.cancelled, next -> back"
    ) -> String {
        """
        flow House version 1
        command start, next, cancel
        final authenticated success
        final failed
        final cancelled
        require authenticated only after first.authenticated, second.authenticated
        on cancel -> cancelled
        within 20m -> failed
        reject other
        state idle waits for user { on start -> front }
        state front {
          child first = Door
          enter { run first.open }
          \(frontRows)
        }
        state back {
          child second = Door
          enter { run second.open }
          on second.authenticated -> authenticated
          on second.failed, second.cancelled, next -> failed
        }
        """
    }

    /// The same parent with a source of its own, which reads that the lock is ready.
    ///
    /// - Parameter retained: `retained ` where this source retains it.
    static func readingFlow(
        _ retained: String = "",
        frontRows: String = "on first.authenticated -> authenticated\n  on first.failed, first.cancelled, next -> back"
    ) -> String {
        flow(frontRows: frontRows).changing(
            "command start, next, cancel\n",
            to: """
                command start, next, cancel
                callback ready
                source lock = "Lock" by kind singleton { \(retained)READY => ready }
                ignore unrecognised, ready

                """)
    }

    /// A leg for either door; it waits until the lock says that it is ready.
    ///
    /// - Parameters:
    ///   - turning: the rows of the state `turning`, without its deadline.
    ///   - retained: whether the lock's source retains `ready`, so that a leg which begins later hears it too.
    static func door(turning: String = "on opened -> asking\n  ignore ready, jammed", retained: Bool = true) -> String {
        """
        flow Door version 1
        command open, cancel
        callback ready, opened, jammed
        effect turn once starts attempt calls Lock.turn
        effect ask replies confirmed, denied otherwise denied within 5s
        source lock = "Lock" by kind singleton {
          \(retained ? "retained " : "")READY => ready
          OPENED => opened
          JAMMED => jammed
        }
        context { isReady: bool = false }
        final authenticated success
        final failed
        final cancelled
        require authenticated only after confirmed
        within 15m -> failed
        on cancel -> cancelled
        ignore unrecognised
        reject other
        late other
        state idle waits for user {
          on ready stay { isReady = true }
          on open when isReady -> turning
          on open when not isReady -> waiting
        }
        state waiting {
          on ready -> turning
          on opened -> asking
          ignore jammed
          after 1m -> failed
        }
        state turning {
          enter { do turn }
          \(turning)
          after 30s -> failed
        }
        state asking {
          enter { do ask }
          on confirmed -> authenticated
          on denied -> failed
          ignore ready, opened, jammed
        }
        """
    }

    /// A lock that says once that it is ready, may answer a turn, and may say one `jam` of an earlier run.
    static let lock = """
        provider Lock version "1.0" for lock
        word ready = READY(by: "hand")
        word open = OPENED(by: "hand")
        word jam = JAMMED(by: "hand")
        success open
        context { said: bool = false, turned: bool = false, old: bool = true }
        call turn stay { turned = true }
        state any {
          emit ready when not said stay { said = true }
          emit open when turned stay { turned = false }
          emit jam when turned stay { turned = false }
          emit jam when old stay { old = false }
          quiet when old stay { old = false }
        }
        """

    /// A parent with the flows that it and its sub-flows run.
    ///
    /// - Parameters:
    ///   - flow: the parent, which need not be the house.
    ///   - door: the flow named `Door`.
    ///   - others: further flows by their names: between the parent and the doors, beside the doors or in their place.
    static func machine(
        _ flow: String = flow(), door: String = door(), others: [String: String] = [:]
    ) throws -> Machine {
        let source = SourceText(path: "House.flow", bytes: Array(flow.utf8))
        let flows = others.merging(["Door": door]) { other, _ in other }
        let directory = FlowDirectory { name in
            flows[name].map { .text(SourceText(path: "\(name).flow", bytes: Array($0.utf8))) } ?? .nothing
        }
        let resolution = resolve(try #require(parse(source).spec), in: source, among: directory)
        return try #require(resolution.machine)
    }
}
