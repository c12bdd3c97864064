import FlowDiagram
import FlowTables
import KeywayCore
import KeywayDebugger
import KeywayLog

extension LogReport {
    /// What the page's script reads; the script knows the members by these names.
    var json: [UInt8] {
        // Words that only the members below have are added to a copy, so that the report itself stays as it is.
        var words = words
        var json = ScriptJSON()
        json.object { object in
            object.number("report", 1)
            object.text("log", name)
            object.texts("remarks", remarks)
            object.list("unreadable", unreadable) { json, unreadable in
                json.texts([unreadable.run.map { "\($0)" } ?? "", unreadable.reason])
            }
            object.numbers("omitted", [omittedRuns, omittedRecords])
            object.number("records", recordCount)
            object.member("runs") { write(runs, to: &$0, in: &words) }
            // For each flow the first flow that has the same table: versions that differ only in lines or comments can be compared.
            object.numbers(
                "tables", flows.map { flow in flows.firstIndex { $0.legs[0].table == flow.legs[0].table } ?? 0 })
            object.list("flows", flows) { json, flow in
                json.object { flow.write(to: &$0, in: &words) }
            }
            object.list("statistics", statistics.flows) { json, flow in
                json.object { flow.counts.write(to: &$0, of: flow.version) }
            }
            object.number("shadows", statistics.shadowCount)
            object.texts("words", words.words)
            object.list("lists", words.lists) { $0.numbers($1) }
            object.numbers("shapes", words.shapes.joined())
        }
        return json.bytes
    }

    /// The runs as columns: each member of the object has one fact of every run, in the order of the runs.
    private func write(_ runs: [ReportedRun], to json: inout ScriptJSON, in words: inout ReportWords) {
        json.object { object in
            object.texts("run", runs.map { "\($0.run)" })
            object.numbers("flow", runs.map(\.flow))
            object.list("reference", runs) { json, run in run.reference.map { json.text($0) } ?? json.null() }
            object.numbers("kind", runs.map { Int($0.kind.rawValue) })
            object.list("app", runs) { json, run in run.app.map { json.text($0) } ?? json.null() }
            object.numbers("began", runs.map { Int(clamping: $0.began) })
            object.numbers("duration", runs.map { Int(clamping: $0.duration) })
            object.numbers("state", runs.map { words.word($0.state) })
            object.numbers("ended", runs.map { $0.isEnded ? 1 : 0 })
            object.numbers("events", runs.map(\.eventCount))
            object.numbers("leftOut", runs.map { Int(clamping: $0.omittedSteps) })
            // Record 0 of a run that is shown is never lost, so that 0 stands for none; -1 says that perhaps the last records are lost.
            object.numbers("lost", runs.map { $0.mayHaveEnded ? -1 : Int(clamping: $0.lostRecord ?? 0) })
            object.list("legs", runs) { $0.numbers($1.legs) }
            object.list("records", runs) { $0.numbers($1.records) }
            // Three numbers for each sentence; the last is the sequence of the record that the sentence is about, or -1 for none.
            object.list("sentences", runs) { json, run in
                json.numbers(
                    run.sentences.flatMap { sentence in
                        [
                            words.word(sentence.subject.rawValue), words.word(sentence.text),
                            sentence.sequence.map { Int(clamping: $0) } ?? -1,
                        ]
                    })
            }
        }
    }
}

extension ReportedFlow {
    fileprivate func write(to object: inout ScriptJSON.Members, in words: inout ReportWords) {
        object.text("name", legs[0].table.name)
        object.number("version", legs[0].table.version)
        object.text("file", file)
        object.number("runs", runCount)
        object.list("legs", legs) { json, leg in
            json.object { object in
                object.text("name", leg.name)
                object.text("flow", leg.table.name)
                object.numbers("states", leg.picture.diagram.nodes.map { words.word($0.name) })
                object.numbers("successes", leg.successes.map { words.word($0) })
                object.list("kinds", leg.picture.diagram.nodes) { $0.text("\($1.kind)") }
                object.numbers("nodes", leg.nodes)
                object.numbers("edges", leg.edges)
                object.numbers("passed", leg.passedEdges.sorted())
                object.list("ends", leg.picture.diagram.edges) { json, edge in
                    json.numbers([
                        words.word(leg.name(of: edge.from)), words.word(leg.name(of: edge.to)),
                        words.word(edge.labels.joined(separator: "; ")),
                    ])
                }
            }
        }
    }
}

extension FlowStatistics {
    fileprivate func write(to object: inout ScriptJSON.Members, of version: Statistics.Version) {
        object.text("flow", version.name)
        object.number("version", version.number)
        object.number("runs", runCount)
        object.list("tables", tables) { json, table in
            json.object { object in
                object.text("name", table.name)
                object.text("key", table.key)
                object.texts("words", table.rows.map(\.text))
                object.numbers("counts", table.rows.map(\.count))
                if table.countsRuns { object.texts("percents", table.rows.map { percent(of: $0.count) }) }
            }
        }
        object.list("stays", stayTimes) { json, stay in
            json.object { object in
                object.text("state", stay.state)
                object.number("stays", stay.count)
                object.numbers("times", [stay.median, stay.p95, stay.p99].map { Int(clamping: $0) })
            }
        }
        object.number("leftOut", Int(clamping: omittedSteps))
    }
}
