/// How much room a text needs, without a font at hand.
///
/// The widths are those of a common typeface with wide letters, so that a text fits in any other sans-serif one.
struct TextMeasure {
    /// The size of the font, in pixels.
    var fontSize: Int

    static let name = TextMeasure(fontSize: 14)
    static let label = TextMeasure(fontSize: 12)

    /// How many pixels lie between the tops of two lines.
    var lineHeight: Int { fontSize + 4 }

    /// The width in pixels, rounded up.
    func width(of text: String) -> Int {
        (text.unicodeScalars.reduce(0) { $0 + Self.width(of: $1) } * fontSize + 999) / 1000
    }

    /// The width in thousandths of the font's size.
    private static func width(of scalar: Unicode.Scalar) -> Int {
        scalar.value >= 32 && scalar.value < 127 ? printable[Int(scalar.value) - 32] : 1000
    }

    /// The widths of the printable ASCII characters, from the space to the tilde.
    private static let printable = [
        318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337,
        636, 636, 636, 636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531,
        1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863, 748, 787,
        603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500,
        500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612,
        635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
    ]

    /// The text in lines that are at most `limit` pixels wide, broken between words; a wider word is cut into pieces.
    func lines(of text: String, width limit: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ").flatMap({ pieces(of: String($0), width: limit) }) {
            let longer = line.isEmpty ? word : line + " " + word
            if !line.isEmpty, width(of: longer) > limit {
                lines.append(line)
                line = word
            } else {
                line = longer
            }
        }
        return line.isEmpty ? lines : lines + [line]
    }

    /// The word cut into pieces that are at most `limit` pixels wide.
    private func pieces(of word: String, width limit: Int) -> [String] {
        var pieces: [String] = []
        var piece = ""
        for character in word {
            if !piece.isEmpty, width(of: piece + String(character)) > limit {
                pieces.append(piece)
                piece = ""
            }
            piece.append(character)
        }
        return pieces + [piece]
    }
}
