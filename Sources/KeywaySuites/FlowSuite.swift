/// What a spec says of its flow, as data: a generated suite has one and asks whether a table agrees with it.
public struct FlowSuite: Sendable {
    /// The flow's name, as a table has it.
    public let flow: String
    /// The flow's version, as the first line of its spec says it.
    public let version: Int
    /// When a run that is left alone must have ended, in milliseconds; nil where the spec does not say.
    public let sessionDeadline: Int64?
    /// The fields and variables whose values no log may keep: `start.requestId`, and `requestId` for the variable.
    public let withheld: Set<String>
    /// The spec's requirements, in its order; a table does not have them, so random walks watch whether they hold.
    public let requirements: [Requirement]
    /// One line for each thing that the spec declares, as `state running`; a table's own lines are compared with these.
    public let declarations: String
    /// The states with what each event means in them, in the order of the table, finals last.
    public let states: [State]

    /// A state, with the events that come to it and what each event means there.
    public struct State: Sendable, CustomStringConvertible {
        /// The state's name in the spec; the table's state of this name is compared.
        public let name: String
        /// First a line `due` with the timers that run there, in the order of firing; then `EVENT => MEANING` for each event and each
        /// case of its guards: what the event means there, and where it leads.
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
