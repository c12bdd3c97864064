#if canImport(Glibc)
    import FlowFixtures
    import FlowTables
    import Testing

    @Suite("The filter of a table's page in a browser")
    struct TableFilterTests {
        private func opened() throws -> BrowserTests.Opened? {
            let flow = try ShippedFlows.named("OTPlessSNA")
            return try BrowserTests.Opened(page: Array(TransitionTable(of: flow.machine, in: flow.source).html.utf8))
        }

        private func filter(by words: String, in browser: Chromium) throws {
            try browser.evaluate("document.querySelector('.filter input').value = ''")
            try browser.evaluate("document.querySelector('.filter input').focus()")
            try browser.type(words)
        }

        @Test("A link leads to its place, and so does the way back, also where the filter has hidden that place")
        func links() throws {
            guard let opened = try opened() else { return }
            let browser = opened.browser
            let hidden = "document.querySelector('#target-cancelled').closest('[hidden]') === null ? 0 : 1"
            let link = "document.querySelector('a[href=\"#target-cancelled\"]')"
            for visit in ["\(link).click()", "location.hash = ''; location.hash = '#target-cancelled'"] {
                try filter(by: "oneTap", in: browser)
                #expect(try browser.number(hidden) == 1, "\(visit)")
                try browser.evaluate(visit)
                #expect(try browser.count(of: "[hidden] #target-cancelled", after: 100) == 0, "\(visit)")
                #expect(try browser.number(hidden) == 0, "\(visit)")
                let top = "document.querySelector('#target-cancelled').getBoundingClientRect().top"
                #expect(try browser.number("\(top) < innerHeight ? 1 : 0") == 1, "\(visit)")
            }
            #expect(browser.complaints == [])
        }

        @Test("A word that is typed is not found across the border of two cells")
        func cells() throws {
            guard let opened = try opened() else { return }
            let found = "document.querySelector('.filter output').textContent"
            try filter(by: "cancel", in: opened.browser)
            #expect(try !opened.browser.text(found).hasPrefix("0 of "))
            try filter(by: "canceltransition", in: opened.browser)
            #expect(try opened.browser.text(found).hasPrefix("0 of "))
            // The lines of one cell are words by themselves.
            try filter(by: "tokenidtoken", in: opened.browser)
            #expect(try opened.browser.text(found).hasPrefix("0 of "))
        }
    }
#endif
