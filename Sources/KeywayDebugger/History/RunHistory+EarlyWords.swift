import KeywayCore
import KeywayLog

extension RunHistory {
    /// The sub-flows that have rows for the callback of the step, which nobody read because none of them had begun; by their names.
    ///
    /// Empty where a leg that had begun has a row for the callback's name: then that leg lacks a row for what came.
    func laterReaders(of step: Step) -> [String] {
        guard let name = step.eventRecord?.unread?.name else { return [] }
        let readers = flow.descendants.filter { $0.hasRow(for: name) }.compactMap(\.legName)
        let begun = steps.lazy.filter { earlier in
            if case .legBegan = earlier.record.content { earlier.record.sequence < step.record.sequence } else { false }
        }
        if flow.hasRow(for: name) || begun.contains(where: { $0.flow.hasRow(for: name) }) { return [] }
        return readers
    }

    /// The callback of the step that no row reads, by name and status: `INITIATE 302`, and `SDK_READY before silent` where sub-flows that
    /// had not begun have rows for it; nil for any other step.
    func unreadWords(of step: Step) -> String? {
        step.eventRecord?.unread.map { unread in
            let later = laterReaders(of: step)
            return unread.shortWords + (later.isEmpty ? "" : " before \(later.joined(separator: " and "))")
        }
    }
}

extension RunningFlow {
    /// Whether a source of the flow itself has a row for callbacks of this name.
    fileprivate func hasRow(for name: String) -> Bool {
        table.sources.contains { source in source.rows.contains { $0.callbackNames.contains(name) } }
    }
}
