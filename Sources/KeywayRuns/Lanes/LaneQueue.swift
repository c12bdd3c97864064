/// A line of lane requests for each provider: first come, first served; the first request of a line holds the lane.
package struct LaneQueue: Sendable {
    /// By the provider's name; a provider without requests has no line.
    private var lines: [String: [LaneRequest]] = [:]

    package init() {}

    /// Puts the request at the end of its provider's line; returns whether it holds the lane at once.
    package mutating func ask(_ request: LaneRequest) -> Bool {
        lines[request.provider, default: []].append(request)
        return lines[request.provider]?.count == 1
    }

    /// Whether the request is the first of its line.
    package func isFirst(_ request: LaneRequest) -> Bool { lines[request.provider]?.first == request }

    /// Takes the request out of its line; returns the request, if any, that holds the lane now and did not before.
    package mutating func free(_ request: LaneRequest) -> LaneRequest? {
        // Through `default`, so that the line is changed in place and not copied.
        guard let place = lines[request.provider]?.firstIndex(of: request) else { return nil }
        lines[request.provider, default: []].remove(at: place)
        let next = lines[request.provider]?.first
        if next == nil { lines[request.provider] = nil }
        return place == 0 ? next : nil
    }
}
