/// What a spec says of its flow, as data: a generated suite has one and asks whether a table agrees with it.
public struct FlowSuite: Sendable {
    /// The flow's name, as a table has it.
    public let flow: String
    /// The flow's version, as the first line of its spec says it.
    public let version: Int
    /// How many milliseconds after its beginning a run must have ended if only time passes, by the flow's `within`; nil where the spec does
    /// not say.
    public let sessionDeadline: Int64?
    /// The fields of events and the variables that are personal, secret or transient: no log may have their values in clear. A field has
    /// its event's name before it, `start.requestId`; a variable stands alone, `requestId`.
    public let withheld: Set<String>
    /// The spec's requirements, in its order; a table does not have them, so random walks watch whether they hold.
    public let requirements: [Requirement]
    /// One line for each thing that the spec declares besides its rows: `state running`. A table's own lines are compared with these.
    public let declarations: String
    /// The states with what each event means in them, in the order of the table, finals last.
    public let states: [State]

    /// A state, with the events that come to it and what each event means there.
    public struct State: Sendable, CustomStringConvertible {
        /// The state's name in the spec; the table's state of this name is compared.
        public let name: String
        /// First a line `due` with the timers in the order in which they fire here, without those that the state holds back: all are
        /// armed, and the later a timer stands in the table, the sooner it is due. Then lines `ARRIVAL => MEANING`: an event with its
        /// values and the way in which it comes, and what it means here and where it leads. Where an event has more than 256 such lines in
        /// the state, about 256 of them are kept, spread evenly, and the first of each meaning. `given low` and `given high` say which end
        /// of its range each variable has that the line does not name; `#2` is the second timer of a name.
        public let cells: String

        public init(_ name: String, _ cells: String) {
            self.name = name
            self.cells = cells
        }

        /// The name, which is how Swift Testing shows the state as an argument.
        public var description: String { name }
    }

    public init(
        flow: String, version: Int, sessionDeadline: Int64?, withheld: Set<String>, requirements: [Requirement],
        declarations: String, states: [State]
    ) {
        self.flow = flow
        self.version = version
        self.sessionDeadline = sessionDeadline
        self.withheld = withheld
        self.requirements = requirements
        self.declarations = declarations
        self.states = states
    }
}
