/// Who stands in the lanes of the providers: first come, first served; the first of a line holds the lane.
package struct LaneQueue<Standing: Hashable & Sendable>: Sendable {
    private var lines: [String: [Standing]] = [:]

    package init() {}

    /// Stands at the end of a provider's line; whether the lane is held at once.
    package mutating func ask(_ standing: Standing, of provider: String) -> Bool {
        lines[provider, default: []].append(standing)
        return lines[provider]?.count == 1
    }

    /// Leaves the line; returns who holds the lane now that did not before.
    package mutating func free(_ standing: Standing, of provider: String) -> Standing? {
        guard let line = lines[provider], let place = line.firstIndex(of: standing) else { return nil }
        var rest = line
        rest.remove(at: place)
        lines[provider] = rest.isEmpty ? nil : rest
        return place == 0 ? rest.first : nil
    }
}
