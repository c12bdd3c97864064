/// An HTML page in one file: it loads nothing from elsewhere, and its security policy forbids the browser to load anything.
struct HTMLPage {
    /// Plain text, escaped when the page is written.
    var title: String
    /// The content of the page, as HTML.
    var body: String

    /// The whole page, with its style and its script.
    var text: String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta http-equiv="Content-Security-Policy" content="\(Self.policy)">
        <title>\(inHTML(title))</title>
        <style>
        \(Self.style)
        </style>
        </head>
        <body>
        \(body)<script>
        \(Self.script)
        </script>
        </body>
        </html>

        """
    }

    /// The input field that filters rows; hidden until the script shows it, because without the script it does nothing.
    ///
    /// `example` names what one may type.
    static func filter(over example: String) -> String {
        "<form class=\"filter\" role=\"search\" hidden><input type=\"search\" aria-label=\"Filter rows\" "
            + "placeholder=\"Filter: \(example)\"><output aria-live=\"polite\"></output></form>"
    }

    private static let policy = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"

    private static let style = """
        :root { --ink: #1c1e21; --paper: #fff; --faint: #5c6370; --line: #d8dce2; --shade: #f3f5f8; --link: #0b57b7;
          --go: #0a6b34; --hold: #8a5a00; --no: #a3242c; }
        @media (prefers-color-scheme: dark) {
          :root { --ink: #e4e6ea; --paper: #15171b; --faint: #a0a7b4; --line: #363b44; --shade: #1f2229; --link: #86b7ff;
            --go: #6fd391; --hold: #e5b95c; --no: #ff9a9f; }
        }
        * { box-sizing: border-box; }
        html { scroll-padding-top: 4rem; }
        body { margin: 0 auto; padding: 1rem 1.25rem 4rem; max-width: 90rem; background: var(--paper); color: var(--ink);
          font: 15px/1.5 system-ui, sans-serif; }
        h1 { font-size: 1.6rem; margin: 0 0 .25rem; }
        h2 { font-size: 1.15rem; margin: 2rem 0 .25rem; }
        small { color: var(--faint); font-weight: normal; font-size: .8em; }
        p { margin: .25rem 0 .5rem; max-width: 60rem; }
        a { color: var(--link); text-decoration-thickness: 1px; text-underline-offset: .15em; }
        a[id] { color: inherit; text-decoration: none; }
        .unmoved { color: var(--faint); }
        code { font: .9em/1.4 ui-monospace, Menlo, Consolas, monospace; overflow-wrap: break-word; }
        nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; margin: .5rem 0; }
        .filter { position: sticky; top: 0; z-index: 2; height: 3.5rem; display: flex; gap: 1rem; align-items: center;
          background: var(--paper); }
        .filter[hidden] { display: none; }
        .filter input { flex: 1; max-width: 30rem; min-width: 0; padding: .5rem .75rem; font: inherit; color: inherit;
          background: var(--shade); border: 1px solid var(--line); border-radius: .4rem; }
        .filter output { color: var(--faint); white-space: nowrap; }
        table { width: 100%; border-collapse: collapse; }
        th { position: sticky; top: 0; z-index: 1; text-align: left; font-weight: 600; background: var(--shade); }
        .filtering th { top: 3.5rem; }
        th, td { padding: .35rem .6rem; vertical-align: top; border-bottom: 1px solid var(--line); }
        [data-column="Line"] { text-align: right; font-variant-numeric: tabular-nums; }
        tbody tr:hover { background: var(--shade); }
        .disposition { white-space: nowrap; font-weight: 600; color: var(--faint); }
        .disposition.transition, .disposition.stay { color: var(--go); }
        .disposition.hold, .disposition.late { color: var(--hold); }
        .disposition.reject { color: var(--no); }
        .disposition.claim { font-style: italic; }
        [hidden] { display: none; }
        @media (min-width: 75rem) {
          table { table-layout: fixed; }
          th[data-column="Event"] { width: calc(var(--event, 16) * 8.2px + 1.25rem); }
          th[data-column="When"] { width: 14%; }
          th[data-column="Target"], th[data-column="Changes"] { width: 12%; }
          th[data-column="Decided by"] { width: 9%; }
          th[data-column="Timers"] { width: 9%; }
          th[data-column="Disposition"] { width: 9%; }
          th[data-column="Line"] { width: 4%; }
        }
        @media (max-width: 64rem) {
          thead { display: none; }
          table, tbody { display: block; }
          tr { display: grid; grid-template-columns: 1fr auto; padding: .5rem 0; border-bottom: 1px solid var(--line); }
          tr[hidden] { display: none; }
          td { position: relative; order: 1; grid-column: 1 / -1; padding: .1rem 0 .1rem 6.5rem; border: 0; }
          td:empty { display: none; }
          td::before { content: attr(data-column); position: absolute; left: 0; color: var(--faint); }
          td[data-column="Event"], td[data-column="Disposition"] { order: 0; grid-column: auto; padding-left: 0; }
          td[data-column="Event"] { font-weight: 600; }
          td[data-column="Event"]::before, td[data-column="Disposition"]::before { content: none; }
          td[data-column="Line"] { text-align: left; }
        }
        @media print { .filter, nav { display: none; } th { position: static; } }
        """

    /// Filters the rows: each word that is typed must stand in the row, or in the heading of the row's section.
    private static let script = """
        const form = document.querySelector('.filter');
        const input = form.querySelector('input');
        const count = form.querySelector('output');
        const sections = [...document.querySelectorAll('section')].map((element) => ({
          element,
          rows: [...element.querySelectorAll('tbody tr')].map((row) => ({
            row,
            // Unlike its content, the text of a row keeps the words of two cells apart.
            words: `${element.querySelector('h2')?.innerText ?? ''} ${row.innerText}`.toLowerCase(),
          })),
        }));
        function filter() {
          const wanted = input.value.toLowerCase().split(/\\s+/).filter((word) => word !== '');
          let shown = 0;
          let total = 0;
          for (const { element, rows } of sections) {
            const before = shown;
            for (const { row, words } of rows) {
              row.hidden = !wanted.every((word) => words.includes(word));
              total += 1;
              shown += row.hidden ? 0 : 1;
            }
            element.hidden = wanted.length > 0 && shown === before;
          }
          count.textContent = wanted.length > 0 ? `${shown} of ${total} rows` : '';
        }
        // A link leads to its place also where the filter has hidden that place: the filter is cleared.
        function reveal(address) {
          const place = document.getElementById(address.slice(1));
          if (!place?.closest('[hidden]')) return;
          input.value = '';
          filter();
          place.scrollIntoView();
        }
        form.addEventListener('submit', (event) => event.preventDefault());
        input.addEventListener('input', filter);
        document.addEventListener('click', (event) => reveal(event.target.closest('a[href^="#"]')?.hash ?? ''));
        addEventListener('hashchange', () => reveal(location.hash));
        form.hidden = false;
        document.body.classList.add('filtering');
        filter();
        """
}
