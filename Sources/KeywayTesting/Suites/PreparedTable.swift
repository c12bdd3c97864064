import KeywayCore
import KeywayLog
import KeywaySuites

/// A table, and what is made of it once for all walks through it.
struct PreparedTable {
    let table: Table
    let flow: RunningFlow
    let version: FlowVersion
    let words: TableWords
    /// Every command of the table, by its position among the events.
    let commands: [Int]
    let acting: ActingEvents

    init(_ table: Table) {
        self.table = table
        flow = RunningFlow(table)
        version = FlowVersion(of: flow, annotations: Table.Annotations(file: "", rowLines: []))
        words = TableWords(of: table)
        commands = table.events.indices.filter { table.events[$0].origin == .command }
        acting = ActingEvents(in: table)
    }
}

/// For each state the events that may move the run or act there; walks prefer them, and so reach far states.
struct ActingEvents {
    /// For each state, by its position, the commands that may act there; `callbacks` has the same of callbacks.
    private var commands: [[Int]] = []
    private var callbacks: [Set<Int>] = []

    init(in table: Table) {
        for state in table.states.indices {
            let acting = table.events.indices.filter { event in
                table.cells[state * table.events.count + event].map { table.mayAct(from: $0) } ?? false
            }
            commands.append(acting.filter { table.events[$0].origin == .command })
            callbacks.append(Set(acting.filter { table.events[$0].origin == .callback }))
        }
    }

    func commands(in state: Int) -> [Int] { commands.element(at: state) ?? [] }
    func callbacks(in state: Int) -> Set<Int> { callbacks.element(at: state) ?? [] }
}

extension Table {
    /// Whether some answer to the questions from here on leads to a row that does something.
    fileprivate func mayAct(from next: Question.Next) -> Bool {
        switch next {
        case .row(let row):
            switch rows[row].verdict {
            case .move, .stay: true
            case .ignore, .reject, .late: false
            }
        case .question(let position):
            mayAct(from: questions[position].ifTrue) || mayAct(from: questions[position].ifFalse)
        }
    }
}
