/// The HTML of a report: what every page has, the diagrams, and the data that the script shows.
struct ReportPage {
    let report: LogReport

    init(_ report: LogReport) {
        self.report = report
    }

    var bytes: [UInt8] {
        var bytes = Array(head.utf8)
        for (place, flow) in report.flows.enumerated() {
            for (leg, picture) in flow.legs.enumerated() {
                let name = "diagram-\(place)-\(leg)"
                bytes += "<template id=\"\(name)\">\(picture.svgElement(named: name + "-picture"))</template>\n".utf8
            }
        }
        bytes += "<script type=\"application/json\" id=\"data\">".utf8
        bytes += report.json
        bytes += "</script>\n<script>\(PageSources.script)</script>\n</body>\n</html>\n".utf8
        return bytes
    }

    private var head: String {
        """
        <!doctype html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="\(PagePolicy.text)">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="generator" content="keyway report">
        <title>Sign-ins</title>
        <style>\(PageSources.style)</style>
        </head>
        <body>
        \(PageSources.body)
        """
    }
}
