import FlowFixtures
import Foundation
import Testing

@testable import FlowDiagram

#if canImport(FoundationXML)
    import FoundationXML
#endif

@Suite("Renderings")
struct RenderingTests {
    /// Names with signs or words that mean something in SVG, DOT or Mermaid.
    private static let awkward = [
        "end", "graph", "a -> b", "\"quoted\"", "back\\slash", "a|b", "<b>", "x & y", "{brace}", "semi;colon", "#35;",
        "`tick`", "ü ß 漢", "new\nline", "[square]", "100%%",
    ]

    private var diagram: Diagram {
        var diagram = Diagram(title: "A \"title\" & <more>", summary: "One <two> & three.")
        let group = diagram.addGroup("group & \"co\"")
        for (place, name) in Self.awkward.enumerated() {
            diagram.addNode(name, Diagram.Kind.allCases[place % 6], in: place % 2 == 0 ? group : nil)
        }
        for place in Self.awkward.indices.dropLast() {
            diagram.addEdge(from: .node(place), to: .node(place + 1), labels: [Self.awkward[place], "second"])
        }
        diagram.addEdge(from: .group(group), to: .node(2), labels: ["in"])
        return diagram
    }

    @Test("SVG is well-formed XML that says every name, with a title and a description")
    func svg() throws {
        let svg = diagram.svg
        let reader = SVGReader()
        let parser = XMLParser(data: Data(svg.utf8))
        parser.delegate = reader
        #expect(parser.parse(), "\(String(describing: parser.parserError))")
        #expect(reader.texts["title"] == ["A \"title\" & <more>"])
        #expect(reader.texts["desc"] == ["One <two> & three."])
        for name in Self.awkward {
            #expect(reader.texts["text"]?.contains(name.changingIfPresent("\n", to: " ")) == true, "\(name)")
        }
        #expect(svg.contains("prefers-color-scheme: dark"))
        for foreign in ["<script", "href", "url(", "@import", "@font-face"] { #expect(!svg.contains(foreign)) }
    }

    @Test("The kinds of nodes differ in shape and mark, not in colour alone")
    func shapes() {
        let frame = Rectangle(x: 0, y: 0, width: 120, height: 36)
        let shapes = Diagram.Kind.allCases.map { SVGShape(frame: frame, kind: $0).rendered }
        #expect(Set(shapes).count == Diagram.Kind.allCases.count)
        for shape in shapes { #expect(!shape.contains("fill=") && !shape.contains("stroke=")) }
    }

    @Test("DOT has one line for each edge, and quotes what it must")
    func dot() {
        let lines = diagram.dot.split(separator: "\n").map(String.init)
        #expect(lines.count { $0.contains("\" -> \"") } == diagram.edges.count)
        for line in lines {
            // Outside of strings nothing but the language's own words is left.
            var rest = ""
            var isInside = false
            var escapes = false
            for character in line {
                if escapes {
                    escapes = false
                } else if isInside, character == "\\" {
                    escapes = true
                } else if character == "\"" {
                    isInside.toggle()
                } else if !isInside {
                    rest.append(character)
                }
            }
            #expect(!isInside && !escapes, "\(line)")
            #expect(
                rest.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || " =,[]{}->/_".contains($0)) }, "\(line)")
        }
        #expect(lines.contains { $0.contains(#""back\\slash""#) })
        #expect(lines.contains { $0.contains(#"label="\"quoted\"\nsecond""#) })
    }

    @Test("Nodes of one name stay apart in DOT")
    func dotNames() {
        var diagram = Diagram(title: "Twins")
        let nodes = [diagram.addNode("twin"), diagram.addNode("twin")]
        diagram.addEdge(from: .node(nodes[0]), to: .node(nodes[1]))
        #expect(diagram.dot.contains(#""twin" -> "twin (2)""#))
        #expect(diagram.dot.contains(#""twin (2)" [label="twin"]"#))
    }

    @Test("Mermaid sees none of its special characters in a name, and none of its words as an identifier")
    func mermaid() {
        var names = 0
        for line in diagram.mermaid.split(separator: "\n").dropFirst(2) {
            let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
            #expect(parts.count % 2 == 1, "\(line)")
            for quoted in parts.enumerated().filter({ $0.offset % 2 == 1 }).map(\.element) {
                let text = String(quoted).changingIfPresent("<br/>", to: "").changingIfPresent(#/#[0-9]+;/#) { _ in "" }
                #expect(!text.contains { "<>&|`\\#;\"%".contains($0) }, "\(quoted)")
                names += 1
            }
        }
        #expect(names >= Self.awkward.count)
        #expect(diagram.mermaid.contains(#"s_end("end")"#))
        #expect(!diagram.mermaid.contains("--> end"))
        #expect(diagram.mermaid.contains(#"g0_any -->|"in"| s2"#))
    }

    @Test("A diagram of nothing and one of a single state are rendered")
    func small() {
        var diagram = Diagram(title: "Small")
        for text in [diagram.svg, diagram.mermaid, diagram.dot] { #expect(text.contains(Diagram.madeBy)) }
        diagram.addNode("only", isInitial: true)
        #expect(diagram.svg.contains(">only</text>"))
        #expect(diagram.mermaid.hasSuffix("begin0((\" \")) --> s_only\n"))
        #expect(diagram.dot.contains("    \"only\" [penwidth=2]\n"))
    }

    @Test("Every text fits into what is drawn for it, by the table of widths")
    func widths() {
        let measure = TextMeasure.label
        #expect(measure.width(of: "iiii") < measure.width(of: "mmmm"))
        #expect(measure.width(of: "") == 0)
        let lines = measure.lines(of: "one two three fourfourfourfourfourfour five", width: 60)
        #expect(lines.allSatisfy { measure.width(of: $0) <= 60 })
        #expect(lines.joined().filter { $0 != " " } == "onetwothreefourfourfourfourfourfourfive")
        let layout = Layout(diagram)
        for (node, frame) in zip(diagram.nodes, layout.nodes) {
            // A diamond is as wide as its frame only in the middle: where the text's corners are, two thirds of that.
            let room = node.kind == .choice ? frame.width * 2 / 3 : frame.width
            #expect(TextMeasure.name.width(of: node.name) < room, "\(node.name)")
        }
    }
}

/// Collects the texts of a picture's XML elements, by the elements' names.
private final class SVGReader: NSObject, XMLParserDelegate {
    var texts: [String: [String]] = [:]
    private var open: [(name: String, text: String)] = []

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String] = [:]
    ) {
        open.append((name, ""))
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        if !open.isEmpty { open[open.count - 1].text += string }
    }

    func parser(_ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?) {
        if let element = open.popLast() { texts[element.name, default: []].append(element.text) }
    }
}
