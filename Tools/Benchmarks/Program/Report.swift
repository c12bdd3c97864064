/// The measured figures by their names, for scripts that compare them with limits.
struct Report {
    private var numbers: [(name: String, number: Double)] = []

    /// The figure with this name; nil where it was not measured.
    subscript(name: String) -> Double? {
        get { numbers.first { $0.name == name }?.number }
        set {
            numbers.removeAll { $0.name == name }
            if let newValue { numbers.append((name, newValue)) }
        }
    }

    /// All figures as one JSON object on one line.
    var json: String {
        let members = numbers.map { "\"\($0.name)\": \($0.number)" }
        return "{" + members.joined(separator: ", ") + "}"
    }
}

extension Race {
    /// A table for people: median, least and most nanoseconds per event of each contestant, and its median divided by the first's.
    ///
    /// - Parameter order: in which order the workload's events come, as the heading says it.
    func table(order: String) -> String {
        var lines = ["Order \(order)".padded(to: 46) + "median     least      most   ratio"]
        for times in times {
            let numbers = [times.median, times.least, times.most, times.median / self.times[0].median]
            let columns = numbers.map { $0.rounded(toPlaces: 2).description.padded(from: 10) }
            lines.append("  " + times.name.padded(to: 40) + columns.joined())
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

extension Double {
    func rounded(toPlaces places: Int) -> Double {
        let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
        return (self * scale).rounded() / scale
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
    fileprivate func padded(from width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}
