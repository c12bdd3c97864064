import KeywayCore
import KeywayNodes
import KeywayRuns

/// Somebody who signs in: asks a run to begin, and then for one thing after the other, each with an identity of its own, until it is answered.
struct Person {
    /// What the person asks for.
    struct Wish {
        let command: Int
        let fields: [Value?]
        let id: String
        /// How long after the answer to the wish before.
        let pause: Int64
    }

    /// In order; the first begins the run.
    let wishes: [Wish]
    /// The next wish.
    var next = 0
    /// Raised by each asking and by the answer to it, so that an outdated give-up is known.
    var attempt = 0
    /// Whom the person has asked: the host, its life, and the number of the asking there.
    var asked: (host: Int, life: Int, asker: Asker)?
    /// The run, once the person knows it.
    var run: RunID?
    /// The run that was to begin when the person asked last.
    var drawn: RunID?

    /// The number by which somebody signs in: no log may have it in clear.
    static func phone(of person: Int) -> String { "canary-\(person)" }

    init(wishes: [Wish]) {
        self.wishes = wishes
    }

    var wish: Wish? { next < wishes.count ? wishes[next] : nil }
}

/// A wish that a host has told the person is done.
struct Acknowledged {
    var run: RunID
    var id: String
    var answer: CommandAnswer?
}
