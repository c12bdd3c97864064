import KeywayCore
import KeywayNodes
import KeywayRuns

/// Somebody who signs in by one wish after the other; each is asked of a node, and asked again, until a node has answered it.
struct Person {
    /// A command that the person asks for.
    struct Wish {
        /// The command's position among the events of the flow.
        let command: Int
        let fields: [Value?]
        /// The identity of the command, by which a node knows that it is asked again.
        let id: String
        /// How many milliseconds after the answer to the wish before the person asks.
        let pause: Int64
    }

    /// In order; the first begins the run.
    let wishes: [Wish]
    /// The place of the present wish among `wishes`.
    var next = 0
    /// Raised each time the person asks and each time an answer comes: a `personGivesUp` event with an earlier number is out of date.
    var attempt = 0
    /// Whom the person has asked and waits for: the host, its life, and the asker by which the node answers; nil where the person waits
    /// for nobody.
    var asked: (host: Int, life: Int, asker: Asker)?
    /// The run, once the person knows it.
    var run: RunID?
    /// The identity of the run that was to begin when the person last asked for a beginning.
    var drawn: RunID?

    /// The phone number by which the person signs in; as it is a personal value, no log may have it in clear.
    static func phone(of person: Int) -> String { "canary-\(person)" }

    init(wishes: [Wish]) {
        self.wishes = wishes
    }

    /// The present wish; nil once all are answered.
    var wish: Wish? { next < wishes.count ? wishes[next] : nil }
}

/// A wish that a node has told the person is decided, with the answer that was told.
struct Acknowledged {
    var run: RunID
    /// The identity of the wish's command.
    var id: String
    var answer: CommandAnswer?
}
