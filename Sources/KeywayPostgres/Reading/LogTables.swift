/// The two logs that one database may have beside each other: see `Schema`.
enum LogTables: CaseIterable {
    /// The log that one process at a time writes.
    case ofOneProcess
    /// The log that nodes of many processes share.
    case ofNodes

    /// The table of runs.
    var runs: String {
        switch self {
        case .ofOneProcess: "keyway.run"
        case .ofNodes: "keyway.shared_run"
        }
    }

    /// The table of blocks.
    var blocks: String {
        switch self {
        case .ofOneProcess: "keyway.block"
        case .ofNodes: "keyway.shared_block"
        }
    }

    /// The SQL condition that is true for the rows of `runs` whose run is not over.
    var isOpen: String {
        switch self {
        case .ofOneProcess: "is_open"
        case .ofNodes: "NOT is_over"
        }
    }
}
