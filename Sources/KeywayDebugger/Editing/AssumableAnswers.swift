import KeywayCore

/// The answers that an edited run may assume of effects which the recorded run never ordered: every reply, with values for its fields.
///
/// In one edited run all orders of an effect are answered alike.
struct AssumableAnswers {
    /// The answers that are tried of one effect.
    struct Answers {
        var replies: [Event] = []
        /// Whether no other answer could make a difference. It is false where values are left out that the flow could tell from those
        /// which are tried, as of a number with many values, of which only the least and the greatest are tried.
        var areAll = true
    }

    /// The values of a number that has more than this are not tried one by one.
    private static let greatestCountOfInts = 17
    /// A set of an enum with more cases than this is tried only empty and full.
    private static let greatestCaseCount = 4
    /// The most lists of field values that are tried of one reply.
    private static let greatestReplyCount = 64

    private let answers: [RunInputs.Effect: Answers]

    /// - Parameters:
    ///   - inputs: what came to the recorded run. For an effect that it ordered nothing is assumed, even where no order was answered.
    ///   - root: the flow of the run.
    init(beside inputs: RunInputs, in root: RunningFlow) {
        var answers: [RunInputs.Effect: Answers] = [:]
        for flow in [root] + root.descendants {
            for (position, signature) in flow.table.effects.enumerated() {
                let effect = RunInputs.Effect(leg: flow.legName, position: position)
                guard let replies = signature.replies, inputs.answers[effect] == nil else { continue }
                answers[effect] = replies.events.reduce(into: Answers()) { $0.add($1, of: flow.table) }
            }
        }
        self.answers = answers
    }

    /// The answers of the effect; nil where the recorded run ordered it, or it has no replies.
    subscript(effect: RunInputs.Effect) -> Answers? { answers[effect] }

    /// Lists of values for the fields of a reply, and whether these are all that guards can tell apart.
    fileprivate static func values(
        of fields: [Field], among enumerations: [Enumeration]
    ) -> (lists: [[Value?]], areAll: Bool) {
        var lists: [[Value?]] = [[]]
        var areAll = true
        for field in fields {
            var (values, hasAll) = values(of: field, among: enumerations)
            // Where the lists would be too many, the field has only its first value: none at all, if it is optional.
            if lists.count * values.count > greatestReplyCount { (values, hasAll) = (Array(values.prefix(1)), false) }
            lists = lists.flatMap { list in values.map { list + [$0] } }
            areAll = areAll && hasAll
        }
        return (lists, areAll)
    }

    private static func values(of field: Field, among enumerations: [Enumeration]) -> ([Value?], Bool) {
        let values: [Value]
        var areAll = true
        switch field.kind {
        case .bool: values = [.bool(true), .bool(false)]
        case .enumCase, .integer:
            let listed = field.kind.values(among: enumerations, ofIntsAtMost: greatestCountOfInts)
            areAll = listed != nil
            values = listed ?? field.kind.ends(among: enumerations).map { [$0.least, $0.greatest] } ?? []
        // No guard asks for more than whether a text is there.
        case .text: values = [.withheld]
        // A timer may be set for the duration, so its length makes a difference, and only the shortest and the longest are tried.
        case .duration(let bounds):
            areAll = bounds.lowerBound == bounds.upperBound
            values = Set([bounds.lowerBound, bounds.upperBound]).sorted().map { .duration($0) }
        case .set(let position):
            areAll = enumerations[position].cases.count <= greatestCaseCount
            let full = enumerations[position].setOfAllCases
            values = areAll ? (0...full).map { .set($0) } : [.set(0), .set(full)]
        }
        return (field.isOptional ? [nil] + values : values, areAll)
    }
}

extension AssumableAnswers.Answers {
    fileprivate mutating func add(_ reply: Int, of table: Table) {
        let (lists, areAll) = AssumableAnswers.values(of: table.events[reply].fields, among: table.enumerations)
        replies += lists.map { Event(reply, fields: $0) }
        self.areAll = self.areAll && areAll
    }
}
