extension Table {
    /// Where a value is read from.
    public enum Operand: Hashable, Sendable {
        /// By its position among the variables of the table.
        case variable(Int)
        /// A field of the event that is being decided.
        case field(Int)
        /// What the spec writes there.
        case constant(Value)
        /// The spec's `nil`: assigning it leaves the variable without a value.
        case absent
    }

    /// One question of a guard. A comparison with an absent value is false, also `!=`.
    public enum Test: Hashable, Sendable {
        /// How two values compare.
        public enum Relation: UInt8, Sendable, CaseIterable {
            case equal = 0
            case notEqual = 1
            case less = 2
            case lessOrEqual = 3
            case greater = 4
            case greaterOrEqual = 5
        }

        /// Integers have an order, and so have cases of an enum by position; other kinds are equal or not.
        case comparison(Operand, Relation, Operand)
        /// Whether the operand equals one of the values; false where it is absent.
        case membership(Operand, of: [Value])
        /// Whether the second operand, a set, contains the first, a case; false where either is absent.
        case containment(Operand, in: Operand)
        /// Whether there is a value.
        case presence(Operand)
        /// Whether the operand is present and true.
        case flag(Operand)
    }

    /// A question and where each answer leads; a guard is a chain of these.
    package struct Question: Hashable, Sendable {
        /// Where to go on.
        package enum Next: Hashable, Sendable {
            /// A question that stands earlier in the table's list, so that deciding always ends.
            case question(Int)
            /// The row, or in a choice the branch, whose guard holds.
            case row(Int)
        }

        /// A guard of a row reads the values before the step, a guard of a choice those after the assignments so far.
        package var test: Test
        /// Where the answer yes leads.
        package var ifTrue: Next
        /// Where the answer no leads, which is also the answer about an absent value.
        package var ifFalse: Next

        package init(test: Test, ifTrue: Next, ifFalse: Next) {
            self.test = test
            self.ifTrue = ifTrue
            self.ifFalse = ifFalse
        }
    }

    /// What happens to a variable.
    package struct Assignment: Hashable, Sendable {
        /// What is done with the operand.
        package enum Operation: UInt8, Sendable {
            case set = 0
            case add = 1
            case subtract = 2
        }

        /// By its position among the variables of the table.
        package var variable: Int
        /// Adding and subtracting are for integers; where a side is absent they change nothing.
        package var operation: Operation
        /// Read before any assignment of the same body writes.
        package var operand: Operand

        package init(variable: Int, operation: Operation, operand: Operand) {
            self.variable = variable
            self.operation = operation
            self.operand = operand
        }
    }

    /// What a step orders besides moving.
    package enum Order: Hashable, Sendable {
        /// Arms the timer, anew if it runs, for the milliseconds that the operand is.
        case set(timer: Int, Operand)
        /// Ends the timer; does nothing where it does not run.
        case clear(timer: Int)
        /// Orders the effect with an operand for each of its fields, in their order.
        case perform(effect: Int, [Operand])
        /// Asks for the lane; the lane's event says later that the run has it.
        case take(lane: Int)
        /// Begins a sub-flow with a command, by its position in the sub-flow's table.
        case run(child: Int, command: Int, [Operand])
    }

    /// Assignments, which read the values before them, and orders, which read the values after them.
    package struct Body: Hashable, Sendable {
        /// Made as if all at once: no assignment reads what another one writes.
        package var assignments: [Assignment]
        /// In the order in which they are carried out, and effects performed.
        package var orders: [Order]

        package init(assignments: [Assignment] = [], orders: [Order] = []) {
            self.assignments = assignments
            self.orders = orders
        }

        /// Whether carrying it out changes nothing.
        package var isEmpty: Bool { assignments.isEmpty && orders.isEmpty }
    }

    /// Where a row or branch leads.
    package enum Target: Hashable, Sendable {
        /// A state or final.
        case state(Int)
        /// By its position in the table, where a choice stands once for each event that may lead to it.
        case choice(Int)
    }

    /// One row of the transition table.
    package struct Row: Hashable, Sendable {
        /// What the row decides.
        package enum Verdict: Hashable, Sendable {
            /// Leaves the state and enters the target, also where that is the same state.
            case move(Target)
            /// The body is carried out, and no scope is left.
            case stay
            /// Expected and harmless: nothing is done.
            case ignore
            /// A command that is not allowed now: nothing is done, and its sender is told.
            case reject
            /// A provider's word or a reply that came too late: nothing is done.
            case late
        }

        /// What the event means by this row; the record's disposition follows from it.
        package var verdict: Verdict
        /// Carried out by rows that move or stay, empty for others.
        package var body: Body
        /// Whether an `other` row of the spec made it: it claims that the event cannot come here, or only rejects a
        /// command.
        package var isOtherRow: Bool

        package init(verdict: Verdict, body: Body = Body(), isOtherRow: Bool = false) {
            self.verdict = verdict
            self.body = body
            self.isOtherRow = isOtherRow
        }
    }

    /// One branch of a choice; its operands read the fields of the event that leads to the choice.
    package struct Branch: Hashable, Sendable {
        /// A state, a final or another choice.
        package var target: Target
        /// Its assignments are made before the target is resolved, its orders follow those of the row.
        package var body: Body

        package init(target: Target, body: Body) {
            self.target = target
            self.body = body
        }
    }

    /// A target that is no state: its guards pick a branch within the same step.
    package struct Choice: Hashable, Sendable {
        /// As the spec spells it; the same choice for another event has it too.
        package var name: String
        /// Leads to a position in the table's branches.
        package var entry: Question.Next

        package init(name: String, entry: Question.Next) {
            self.name = name
            self.entry = entry
        }
    }

    /// What leaving one state and entering another does to the scopes around them: the states, groups and file that declare things.
    ///
    /// In a move to a final all lists are empty: entering the final ends all timers, sub-flows and lanes in any case, and a final has no
    /// `enter` body.
    package struct Move: Hashable, Sendable {
        /// A timer that begins with its scope.
        package struct StartedTimer: Hashable, Sendable {
            /// By its position among the timers of the table.
            package var timer: Int
            /// How long it runs: a constant, or a variable that is a parameter.
            package var wait: Operand

            package init(timer: Int, wait: Operand) {
                self.timer = timer
                self.wait = wait
            }
        }

        /// The timers whose scope is left.
        package var endedTimers: [Int]
        /// Those of `after` and `within` rows, outermost scope first; a named timer begins only when an order sets it.
        package var begunTimers: [StartedTimer]
        /// The `enter` bodies, outermost first.
        package var enterBodies: [Body]
        /// The sub-flows whose scope is left.
        package var leftChildren: [Int]
        /// The lanes whose scope is left.
        package var freedLanes: [Int]

        package init(
            endedTimers: [Int], begunTimers: [StartedTimer], enterBodies: [Body], leftChildren: [Int] = [],
            freedLanes: [Int] = []
        ) {
            self.endedTimers = endedTimers
            self.begunTimers = begunTimers
            self.enterBodies = enterBodies
            self.leftChildren = leftChildren
            self.freedLanes = freedLanes
        }
    }
}
