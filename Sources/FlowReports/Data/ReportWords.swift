import KeywayCore

/// The words of a report, each once, with lists of numbers and shapes of records; a record names each by its position.
///
/// Here a word is any text that the page shows, such as a state's name or a field with its value, and not only what a provider says.
/// Runs of one flow have the same words again and again, so a record becomes a few small numbers.
struct ReportWords {
    /// The empty word is at position 0.
    private(set) var words: [String] = [""]
    /// Each a list of positions of words, or of a diagram's edges; the empty list is at position 0.
    private(set) var lists: [[Int]] = [[]]
    /// The shapes of records, each as many numbers as `StepShape` has members.
    private(set) var shapes: [[Int]] = []
    private var wordPlaces: [String: Int] = ["": 0]
    private var listPlaces: [[Int]: Int] = [[]: 0]
    private var shapePlaces: [[Int]: Int] = [:]

    /// The position in `words` of the word, which is added where it is new.
    mutating func word(_ word: String) -> Int {
        if let place = wordPlaces[word] { return place }
        wordPlaces[word] = words.count
        words.append(word)
        return words.count - 1
    }

    /// The position in `lists` of the list of these numbers, which is added where it is new.
    mutating func list(_ numbers: [Int]) -> Int {
        if let place = listPlaces[numbers] { return place }
        listPlaces[numbers] = lists.count
        lists.append(numbers)
        return lists.count - 1
    }

    /// The position in `lists` of the list of these words' positions; the words and the list are added where they are new.
    mutating func list(_ words: [String]) -> Int { list(words.map { word($0) }) }

    /// The position in `shapes` of the shape, which is added where it is new.
    mutating func shape(_ shape: StepShape) -> Int {
        let numbers = shape.numbers
        if let place = shapePlaces[numbers] { return place }
        shapePlaces[numbers] = shapes.count
        shapes.append(numbers)
        return shapes.count - 1
    }
}

/// All that the page shows of a record, except its sequence, its time, its leg, the record that owed it, and what it changed in legs.
///
/// Many records have the same shape, so each shape is written once.
///
/// `disposition`, `stamp`, `before` and `after` are plain numbers; the others are positions of words or lists in
/// `ReportWords`, where 0 stands for none. The page reads the members in this order.
struct StepShape {
    /// The event's name; where the record has no event, the whole text that the page shows in its place, such as `began`.
    var event = 0
    /// What brought the event.
    var cause = 0
    /// The name of the effect that a reply answers.
    var answered = 0
    /// The raw value of the event's `Disposition`; `noted` for a record that has no event.
    var disposition = Self.noted
    /// The raw value of the event's `Stamp`: 0 unknown, 1 current, 2 stale (of an earlier attempt, or a reply to an order that is closed).
    var stamp = 0
    /// The spec's file and line of the row that decided, for example the word `SNA.flow:141`.
    var line = 0
    /// The event's fields with their values: a list.
    var fields = 0
    /// A callback that no row of a decoder reads, in the words that the log keeps of it.
    var unread = 0
    /// The effects that the step ordered: a list.
    var effects = 0
    /// The names of the choices (`choice NAME` in the spec, with branches) that the leg went through: a list.
    var choices = 0
    /// The values that the final keeps as the result of the run or sub-flow, where the record ends its leg: a list.
    var kept = 0
    /// The edges of the diagram along which the leg went: a list of their positions.
    var path = 0
    /// One more than the position, among the states of the leg's flow, of the state before; 0 where the leg begins.
    var before = 0
    /// The position, among the states of the leg's flow, of the state in which the leg is after the record.
    var after = 0
    /// The name of the state at `after`.
    var state = 0

    /// Stands for a record that has no event: one more than the raw value of the last `Disposition`.
    ///
    /// `dispositions` in `words.js` has a word for each number. Whoever adds a disposition adds its word there, before `noted`.
    static let noted = Disposition.allCases.count

    var numbers: [Int] {
        [
            event, cause, answered, disposition, stamp, line, fields, unread, effects, choices, kept, path, before,
            after, state,
        ]
    }
}
