#if canImport(Glibc)
    import Foundation
    import KeywayCore
    import KeywayDebugger
    import KeywayLog
    import Testing

    @testable import FlowReports

    @Suite("The page in a browser", .serialized)
    struct BrowserTests {
        /// A browser that has opened the page. As this object is deallocated the browser quits, and the page's file is removed.
        ///
        /// The initialisers return nil where no browser is installed.
        final class Opened {
            let browser: Chromium
            private let file: URL

            convenience init?(_ report: LogReport) throws { try self.init(page: report.page) }

            init?(page: [UInt8]) throws {
                guard let program = Chromium.program else {
                    print("skipped: no chromium is installed")
                    return nil
                }
                file = FileManager.default.temporaryDirectory.appending(path: "keyway-\(UUID().uuidString).html")
                try Data(page).write(to: file)
                browser = try Chromium(program)
                try browser.open(try #require(URL(string: file.absoluteString)))
            }

            /// Opens the page again; returns how many milliseconds it took until the page was loaded and its script had run.
            func openAgain() throws -> Double {
                try browser.open(try #require(URL(string: file.absoluteString)))
                return try browser.number("performance.getEntriesByType('navigation')[0].loadEventEnd")
            }

            deinit {
                browser.quit()
                try? FileManager.default.removeItem(at: file)
            }
        }

        /// The expressions for what the page shows of the chosen record, and for the identity of its element.
        private static let shown = "document.querySelector('#point-told').textContent"
        private static let chosen = "document.querySelector('#view-run [role=option][aria-selected=true]').id"

        @Test(
            "The days in the page's head are those of the earliest and latest run, in whatever order the log has them")
        func days() throws {
            let records = try PlayedRuns.played("OTPless/Transcripts/sna-timeout.jsonl", as: RunID(high: 7, low: 7))
            let runs = [2, 4, 1, 3].map { day in
                records.repeated(as: RunID(high: 7, low: UInt64(day)), reference: nil, at: Int64(day) * 86_400_000)
            }
            guard let opened = try Opened(LogReport(runs)) else { return }
            let summary = try opened.browser.text("document.querySelector('#summary').textContent")
            #expect(summary.contains("1970-01-02 00:00:00 to 1970-01-05 00:00:00 UTC"), "\(summary)")
        }

        @Test("Runs whose identities begin with the same twelve digits are shown with as many as tell them apart")
        func digits() throws {
            let path = "OTPless/Transcripts/sna-timeout.jsonl"
            let runs = try [1, 2].map { try PlayedRuns.played(path, as: RunID(high: 7, low: $0 << 60)) }
            guard let opened = try Opened(LogReport(runs)) else { return }
            let links = "[...document.querySelectorAll('#list th a')]"
            let shown = try opened.browser.text("\(links).map((link) => link.textContent).sort().join(' ')")
            #expect(shown == "00000000000000071 00000000000000072")
        }

        @Test("A run that damage has cut is told as far as it is whole, and not as one that goes on")
        func cut() throws {
            let path = "OTPless/Transcripts/sna-timeout.jsonl"
            let records = try PlayedRuns.played(path, as: RunID(high: 7, low: 7))
            var report = LogReport(of: "sign-ins")
            try report.add(Array(records.prefix(12)), losing: .certain)
            try report.add(PlayedRuns.played(path, as: RunID(high: 7, low: 8)))
            guard let opened = try Opened(report) else { return }
            let row = try opened.browser.text("document.querySelector('#list tr').textContent")
            #expect(row.contains("lost after ") && row.contains("records lost") && !row.contains("open: "), "\(row)")
            let remarks = try opened.browser.text("document.querySelector('#remarks').textContent")
            #expect(remarks.contains("1 run told up to the first record that is lost in damage"), "\(remarks)")
            try opened.browser.evaluate("location.hash = '#run=\(records[0].run)'")
            #expect(try opened.browser.count(of: ".why .damage", after: 100) == 1)
            #expect(opened.browser.complaints == [])
        }

        @Test("A run whose end may lie in the damaged part of the log is marked, and is not said to be open alone")
        func perhapsCut() throws {
            let path = "OTPless/Transcripts/sna-timeout.jsonl"
            let records = try PlayedRuns.played(path, as: RunID(high: 7, low: 7))
            var report = LogReport(of: "sign-ins")
            try report.add(Array(records.prefix(12)), losing: .possible)
            try report.add(PlayedRuns.played(path, as: RunID(high: 7, low: 8)), losing: .possible)
            guard let opened = try Opened(report) else { return }
            let rows = try opened.browser.text("document.querySelector('#list').textContent")
            #expect(rows.contains("open or lost after ") && !rows.contains("open: "), "\(rows)")
            let remarks = try opened.browser.text("document.querySelector('#remarks').textContent")
            #expect(remarks.contains("1 run without an end in what is left of the damaged log"), "\(remarks)")
            #expect(opened.browser.complaints == [])
        }

        @Test("The page loads without a complaint, and the arrow keys, Home and End go through a run")
        func scrubbing() throws {
            let runs = try PlayedRuns.played("OTPless/Transcripts/sna-timeout.jsonl", as: RunID(high: 7, low: 7))
            guard let opened = try Opened(LogReport([runs])) else { return }
            let browser = opened.browser
            // A report of one run opens at the last record of that run.
            #expect(try browser.text(Self.shown).contains("Record35, at 18.2 s"))
            #expect(try browser.text("document.querySelector('#point-standing').textContent").contains("failed"))
            try browser.evaluate("document.querySelector('#view-run .records').focus()")
            var seen: [String] = [try browser.text(Self.shown)]
            for (key, code, record) in [
                ("Home", 36, 0), ("ArrowDown", 40, 1), ("ArrowRight", 39, 2), ("ArrowUp", 38, 1), ("PageDown", 34, 11),
                ("End", 35, 35), ("ArrowLeft", 37, 34),
            ] {
                try browser.press(key, code: code)
                #expect(try browser.text(Self.shown).hasPrefix("Record\(record), at "), "\(key)")
                #expect(try browser.text(Self.chosen).hasSuffix("-\(record)"), "\(key)")
                seen.append(try browser.text("document.querySelector('#point-standing').textContent"))
            }
            #expect(Set(seen).count > 4)
            let address = "new Promise((done) => setTimeout(() => done(location.hash), 600))"
            #expect(try browser.text(address).hasSuffix("&at=34"))
            // The keys work wherever the focus is, and so does the slider.
            try browser.evaluate("document.activeElement.blur()")
            try browser.press("ArrowRight", code: 39)
            #expect(try browser.text(Self.shown).hasPrefix("Record35"))
            try browser.evaluate("document.querySelector('#view-run input[type=range]').focus()")
            try browser.press("Home", code: 36)
            #expect(try browser.text(Self.shown).hasPrefix("Record0"))
            // Another view and back: the record is still the chosen one.
            try browser.evaluate("location.hash = '#statistics'")
            #expect(try browser.count(of: "#view-statistics:not([hidden])", after: 100) == 1)
            try browser.evaluate("location.hash = '#run'")
            #expect(try browser.count(of: "#view-run:not([hidden])", after: 100) == 1)
            #expect(try browser.text(Self.shown).hasPrefix("Record0"))
            // The diagram shows the run's path up to the chosen record.
            #expect(try browser.number("document.querySelectorAll('#path [data-node].passed').length") == 1)
            try browser.evaluate("document.querySelector('#view-run input[type=range]').focus()")
            try browser.press("End", code: 35)
            #expect(try browser.number("document.querySelectorAll('#path [data-node].passed').length") == 6)
            #expect(try browser.text("document.querySelector('#path .here .name').textContent") == "failed")
            #expect(browser.complaints == [])
        }

        @Test("The list finds runs by what stands in them, and two of them are shown side by side")
        func searching() throws {
            let runs = PlayedRuns.all.enumerated().map { place, records in
                records.repeated(
                    as: records[0].run, reference: "ticket-\(place)-x", at: 1_764_000_000_000 + Int64(place) * 60_000)
            }
            guard let opened = try Opened(LogReport(runs)) else { return }
            let browser = opened.browser
            let found = "document.querySelector('#found').textContent"
            #expect(try browser.text(found) == "\(runs.count) runs")
            #expect(try browser.number("document.querySelectorAll('#list tr').length") == 50)
            try browser.evaluate("document.querySelector('#search').focus()")
            try browser.type("otplesssna oneTap timedOut")
            let some = try browser.text(found)
            #expect(some != "\(runs.count) runs" && !some.hasPrefix("0 "))
            // What a leg holds is found as well, and a cause by the words that the page has for it.
            for words in ["why = silent", "a deadline passed"] {
                try browser.evaluate("document.querySelector('#search').value = ''")
                try browser.type(words)
                let some = try browser.text(found)
                #expect(some != "\(runs.count) runs" && !some.hasPrefix("0 "), "\(words)")
            }
            try browser.evaluate("document.querySelector('#search').value = ''")
            try browser.type("ticket-17-x")
            #expect(try browser.text(found) == "1 of \(runs.count) runs")
            #expect(try browser.text("document.querySelector('#list').textContent").contains("ticket-17-x"))
            try browser.evaluate("document.querySelector('#search').value = ''")
            try browser.type("nobody said this")
            #expect(try browser.text(found).hasPrefix("0 of "))
            try browser.evaluate("location.hash = '#pair=\(runs[0][0].run),\(runs[1][0].run)'")
            #expect(try browser.count(of: ".side", after: 100) == 2)
            try browser.evaluate("location.hash = '#statistics'")
            #expect(try browser.count(of: ".chart", after: 100) > 12)
            // The link to the content leaves what is shown as it is.
            try browser.evaluate("location.hash = '#main'")
            #expect(try browser.count(of: "#view-statistics:not([hidden]) .chart", after: 100) > 12)
            try browser.evaluate(
                "for (const picture of document.querySelectorAll('.flow-statistics > details')) picture.open = true")
            #expect(try browser.count(of: ".flow-statistics svg.diagram", after: 300) >= 12)
            #expect(browser.complaints == [])
        }

        @Test("Ends that are successes have a mark, and the runs that came to none can be chosen together")
        func successes() throws {
            let histories = try PlayedRuns.all.map { try RunHistory(of: $0) }
            let ended = histories.filter { $0.endingStep != nil }
            let succeeded = ended.filter(\.isSuccess)
            guard let opened = try Opened(PlayedRuns.report.get()) else { return }
            let browser = opened.browser
            func found(_ choice: String) throws -> String {
                try browser.evaluate(
                    """
                    document.querySelector('#outcome').value = '\(choice)';
                    document.querySelector('#outcome').dispatchEvent(new Event('input', { bubbles: true }));
                    """)
                return try browser.text("document.querySelector('#found').textContent")
            }
            let all = "of \(histories.count) runs"
            #expect(try found("+") == "\(succeeded.count) \(all)")
            #expect(try browser.number("document.querySelectorAll('#list .outcome:not(.success)').length") == 0)
            // Where a flow declares no success, its runs are not among those that came to none.
            let unsuccessful = ended.filter { !$0.isSuccess && $0.annotations?.successes.isEmpty == false }
            #expect(try found("-") == "\(unsuccessful.count) \(all)")
            #expect(try browser.number("document.querySelectorAll('#list .outcome.success').length") == 0)
            let run = try #require(succeeded.first?.run)
            try browser.evaluate("location.hash = '#run=\(run)'")
            #expect(try browser.count(of: "#view-run .outcome.success", after: 100) == 1)
            #expect(browser.complaints == [])
        }

        @Test("On a phone, 390 pixels wide, no view is wider than the screen, whatever is opened in it")
        func phone() throws {
            var report = try PlayedRuns.report.get()
            // The names and the reference of this run are far longer than a line.
            let long = try HostileLogTests.records()
            try report.add(long)
            guard let opened = try Opened(report) else { return }
            let browser = opened.browser
            try browser.showAsPhone(width: 390)
            let opening =
                "for (const part of document.querySelectorAll('section:not([hidden]) details')) part.open = true"
            let other = PlayedRuns.all[0][0].run
            for (view, address) in [
                ("runs", "runs"), ("run", "run=\(other)"), ("run", "run=\(long[0].run)"),
                ("pair", "pair=\(long[0].run),\(other)"), ("statistics", "statistics"),
            ] {
                try browser.evaluate("location.hash = '#\(address)'")
                #expect(try browser.count(of: "#view-\(view):not([hidden])", after: 200) == 1)
                // A run that is marked for comparing is named below the search.
                if view == "runs" {
                    try browser.evaluate("document.querySelector('#list input[type=checkbox]').click()")
                }
                // A picture is drawn, with the table of its edges behind it, once its part of the page is opened.
                for _ in 0..<2 {
                    try browser.evaluate(opening)
                    #expect(try browser.count(of: "#view-\(view) details:not([open]) > .picture", after: 300) == 0)
                }
                // A page that is wider makes the phone show more than 390 pixels, and the person scroll sideways.
                let width = try browser.number("Math.max(document.documentElement.scrollWidth, innerWidth)")
                let wide = try browser.text(
                    """
                    [...document.querySelectorAll('#view-\(view) *')]
                      .filter((e) => e.getBoundingClientRect().right > 391 && e.closest('.picture, .records') === null)
                      .map((e) => `${e.tagName} ${e.className}`).slice(0, 5).join(', ')
                    """)
                #expect(width == 390, "\(address): \(wide)")
            }
            #expect(browser.complaints == [])
        }

        @Test("A log full of markup is shown as text, and runs nothing")
        func hostile() throws {
            var report = try LogReport([HostileLogTests.records()])
            report.remark("<script>alert(3)</script>")
            guard let opened = try Opened(report) else { return }
            let browser = opened.browser
            #expect(try browser.number("document.querySelectorAll('img, iframe').length") == 0)
            #expect(try browser.number("document.scripts.length") == 2)
            #expect(
                try browser.text("document.querySelector('#view-run h2').textContent").contains(
                    "<script>alert(1)</script>"))
            #expect(
                try browser.text("document.querySelector('#path svg').textContent").contains(
                    "<script>alert(1)</script>"))
            #expect(browser.complaints == [])
            // What somebody else puts into the page does not run: its script has another hash.
            try browser.evaluate(
                """
                {
                  const script = document.createElement('script');
                  script.textContent = 'window.foreign = 1';
                  document.body.append(script);
                }
                """)
            #expect(try browser.number("window.foreign ?? 0") == 0)
            #expect(browser.complaints.count == 1)
        }

        @Test("100,000 events open in under two seconds on a busy machine, and each step of scrubbing comes at once")
        func speed() throws {
            var report = try PlayedRuns.report.get()
            let told = report.runs
            var events = told.reduce(0) { $0 + $1.eventCount }
            let records = zip(told, PlayedRuns.all).map { $1.count }
            var count: UInt64 = 0
            while events < 100_000 {
                for (run, records) in zip(told, records) {
                    var run = run
                    count += 1
                    run.run = RunID(high: 0xC0FFEE, low: count)
                    run.reference = "case \(count)"
                    run.kind = .live
                    run.began = 1_764_000_000_000 - Int64(count) * 60_000
                    events += run.eventCount
                    report.append(run, passing: ReportedFlow.Passage(), records: records)
                }
            }
            let longest = told.indices.max { told[$0].eventCount < told[$1].eventCount } ?? 0
            guard let opened = try Opened(report) else { return }
            let browser = opened.browser
            // The first opening is a browser's that has shown nothing yet. What else the machine does slows some of the others.
            let loading = try (0..<5).map { _ in try opened.openAgain() }.min() ?? .infinity
            try browser.evaluate("location.hash = '#run=\(told[longest].run)&at=0'")
            let steps =
                try browser.evaluate(
                    """
                    new Promise((done) => setTimeout(() => {
                      const list = document.querySelector('#view-run .records');
                      const times = [];
                      for (let step = 0; step < 200; step += 1) {
                        const start = performance.now();
                        const key = step % 60 < 30 ? 'ArrowDown' : 'ArrowUp';
                        list.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
                        document.body.getBoundingClientRect();
                        times.push(performance.now() - start);
                      }
                      done([times.reduce((sum, time) => sum + time, 0), Math.max(...times)]);
                    }, 100))
                    """) as? [NSNumber]
            let search = try browser.number(
                """
                (() => {
                  location.hash = '#runs';
                  const field = document.querySelector('#search');
                  const start = performance.now();
                  field.value = 'timedOut sdkFailed';
                  field.dispatchEvent(new Event('input', { bubbles: true }));
                  return performance.now() - start;
                })()
                """)
            let (all, slowest) = (steps?.first?.doubleValue ?? .infinity, steps?.last?.doubleValue ?? .infinity)
            print(
                "a report of \(events) events, \(report.page.count / 1_000_000) MB: opened in \(Int(loading)) ms, warm;"
                    + " 200 steps took \(Int(all)) ms, the slowest \(Int(slowest)) ms; the first search \(Int(search)) ms"
            )
            #expect(browser.complaints == [])
            // A machine of two cores opens it in 0.2 s, and in 0.4 to 1.1 s while six loops keep it busy. The other bounds are
            // generous, for one step or search that waits for a core: the figures themselves are printed.
            #expect(loading < 2_000 && slowest < 500 && search < 5_000)
        }
    }
#endif
