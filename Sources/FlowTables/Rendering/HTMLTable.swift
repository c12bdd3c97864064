extension TransitionTable {
    /// A whole HTML page, with the rows by state and an input field that filters them as one types.
    package var html: String {
        var body = HTMLWriter()
        body.element("header") { header in
            header.line("<h1>\(inHTML(flow)) <small>version \(version)</small></h1>")
            header.paragraph(documentation)
            header.paragraph([summary, Self.noteOnClaims])
        }
        body.line(HTMLPage.filter(over: "state, event, guard, effect ..."))
        body.element("nav", "aria-label=\"States\"") { nav in
            for state in states { nav.line("<a href=\"#\(anchor(state.name))\">\(inHTML(state.name))</a>") }
            for choice in choices { nav.line("<a href=\"#\(anchor(choice.name))\">\(inHTML(choice.name))</a>") }
        }
        for state in states {
            section(state.name, remark: state.remark, state.documentation, into: &body) { section in
                section.table(
                    ["Event", "When", "Disposition", "Target", "Changes", "Effects", "Timers", "Decided by", "Line"],
                    state.rows.map { row in
                        [code([row.event]), code([row.condition]), badge(row.disposition), target(of: row)]
                            + cells(of: row.changes) + [inHTML(row.decision.words), String(row.line)]
                    }, style: "--event: \(widthOfEvents)")
            }
        }
        for choice in choices {
            section(choice.name, remark: "choice", [], into: &body) { section in
                section.table(
                    ["When", "Target", "Changes", "Effects", "Timers", "Line"],
                    choice.branches.map { branch in
                        [code([branch.condition]), link(to: branch.target)] + cells(of: branch.changes)
                            + [String(branch.line)]
                    })
            }
        }
        body.element("section") { section in
            section.line("<h2>Finals</h2>")
            section.paragraph([Self.noteOnFinals])
            section.table(
                ["Final", "Keeps", "About"],
                finals.map {
                    [link(to: $0.name, isAnchor: true), code($0.keeps), inHTML(proseParts(of: $0.documentation))]
                })
        }
        if !requirements.isEmpty {
            body.element("section") { section in
                section.line("<h2>What must hold</h2>")
                section.paragraph([Self.noteOnRequirements])
                section.table(["Requirement", "Line"], requirements.map { [code([$0.words]), String($0.line)] })
            }
        }
        return HTMLPage(title: "\(flow), version \(version)", body: body.text).text
    }

    /// How many characters wide the event column is: as the longest word of any event's name, but at most 24.
    ///
    /// So only a word of more than 24 characters is broken.
    private var widthOfEvents: Int {
        let words = rows.flatMap { $0.event.split(separator: " ") }
        return min(words.map(\.count).max() ?? 0, 24)
    }

    /// Writes the section of a state or choice; `remark` stands in small letters behind the name.
    private func section(
        _ name: String, remark: String, _ documentation: [String], into body: inout HTMLWriter,
        _ fill: (inout HTMLWriter) -> Void
    ) {
        body.element("section", "id=\"\(anchor(name))\"") { section in
            let small = remark.isEmpty ? "" : " <small>\(inHTML(remark))</small>"
            section.line("<h2>\(inHTML(name))\(small)</h2>")
            section.paragraph(documentation)
            fill(&section)
        }
    }

    /// The cells of the columns "Changes", "Effects" and "Timers".
    private func cells(of changes: Changes) -> [String] {
        [code(changes.assignments), code(changes.effects.map(\.words)), code(changes.begunOrCleared)]
    }

    private func badge(_ disposition: Disposition) -> String {
        "<span class=\"disposition \(disposition.rawValue)\">\(disposition.rawValue)</span>"
    }

    /// A link to the target where the row moves the run; else the state's name in grey.
    private func target(of row: Row) -> String {
        row.disposition == .transition
            ? link(to: row.target) : "<code class=\"unmoved\">\(inHTML(row.target))</code>"
    }

    /// A link to the target or, as an anchor, the place to which such links lead.
    private func link(to target: String, isAnchor: Bool = false) -> String {
        let place = isAnchor ? "id" : "href"
        return "<a \(place)=\"\(isAnchor ? "" : "#")\(anchor(target))\"><code>\(inHTML(target))</code></a>"
    }

    private func anchor(_ target: String) -> String { "target-\(inHTML(target))" }
}

extension StoredFields {
    /// A whole HTML page, with a row for each value and an input field that filters the rows as one types.
    package var html: String {
        var body = HTMLWriter()
        body.element("header") { header in
            header.line("<h1>\(inHTML(flow)) <small>version \(version)</small></h1>")
            header.paragraph(["What the log keeps of each value."])
            for sentence in Self.notes { header.paragraph([sentence]) }
        }
        body.line(HTMLPage.filter(over: "field, kind, class ..."))
        body.element("section") { section in
            section.table(
                ["Field", "Kind", "Class", "The log keeps"],
                fields.map {
                    [
                        code([$0.name]), $0.carrier.rawValue, inHTML($0.classification.nameInList),
                        inHTML($0.kept.sentence),
                    ]
                })
        }
        return HTMLPage(title: "\(flow), version \(version): what the log keeps", body: body.text).text
    }
}

/// Each text as code, in a line of its own within the cell.
private func code(_ words: [String]) -> String {
    words.filter { !$0.isEmpty }.map { "<code>\(inHTML($0))</code>" }.joined(separator: "<br>")
}
