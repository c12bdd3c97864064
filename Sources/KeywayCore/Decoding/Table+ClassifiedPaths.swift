extension Table {
    /// The paths of raw callbacks that a row of the flow, or of a sub-flow of it, reads into a personal, secret or transient field.
    ///
    /// A raw callback has no classes, and passes from source to source and from flow to flow, so that a path counts whichever source
    /// reads it and whatever the callback's name is.
    package var classifiedPaths: Set<[String]> {
        Set(flows.flatMap { flow in flow.table.sources.flatMap { $0.classifiedPaths(among: flow.table.events) } })
    }
}

extension Source {
    fileprivate func classifiedPaths(among events: [EventSignature]) -> [[String]] {
        rows.flatMap { row in
            zip(events[row.event].fields, row.fields).flatMap { field, alternatives -> [[String]] in
                if field.classification == .plain { return [] }
                return alternatives.compactMap { if case .path(let path) = $0 { path } else { nil } }
            }
        }
    }
}
