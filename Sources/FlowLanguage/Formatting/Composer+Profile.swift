/// A profile, the clauses of a standard, as entries of the formatted text.
extension Composer {
    func entries(of profile: ProfileSpec) -> [Entry] {
        let header = Entry(
            [.text("profile "), spelled(profile.title.range)],
            withTokenBefore(profile.title.range))
        return [header] + profile.clauses.map(entry)
    }

    private func entry(of clause: ProfileSpec.Clause) -> Entry {
        let requirements = clause.requirements.map { entry(of: $0) }
        let server = clause.server.map { Entry([.text("server "), spelled($0.range)], withTokenBefore($0.range)) }
        let entries = (requirements + [server].compactMap { $0 }).sorted { $0.range.lower < $1.range.lower }
        let block = EntryBlock(entries: entries, joint: "", standsInLines: true, range: inside(clause.range))
        let scope = clause.scope.isEmpty ? [] : [.text(" for ")] + names(clause.scope)
        return Entry(
            [.text("clause "), spelled(clause.number.range)] + scope + [.unbreakableSpace, .block(block)], clause.range)
    }
}
