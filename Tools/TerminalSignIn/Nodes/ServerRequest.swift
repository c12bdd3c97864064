import KeywayCore

/// A request of the process with the phones to a process that serves sign-ins: one line of JSON on that process's input.
struct ServerRequest: Codable, Sendable {
    enum Content: Codable, Equatable, Sendable {
        /// A person begins a sign-in on a device; `line` is what was typed, `id` the identity by which a repetition is known.
        case start(line: String, device: String, id: String)
        /// A person typed a line; `state` is the state in which the person saw the run.
        case type(line: String, run: String, state: String, id: String)
        /// The SDKs of a device said something to the whole app.
        case word(RawValue, device: String)
        /// The SDK of CA said something to the completion block of a call that this process made; `isOld` for the call before the latest.
        case prompted(RawValue, device: String, isOld: Bool)
        /// The person wants to see where the run is, until it has ended.
        case watch(run: String)
        /// The process is to finish what it has begun, and then to exit.
        case drain
    }

    /// The number by which the process answers; 0 where nobody waits.
    var number: Int
    var content: Content
}
