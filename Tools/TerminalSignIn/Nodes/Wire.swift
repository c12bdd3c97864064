import Foundation
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

/// A report of a process that serves sign-ins: one line of JSON on its output.
enum ServerReport: Codable, Equatable, Sendable {
    /// From now on the process takes requests.
    case ready
    /// The answer to the request of this number.
    case answered(Int, ServerAnswer)
    /// Where the run is that the request of this number watches.
    case seen(Int, Sight)
    /// The watch of this number has ended; where the run has not, another process may go on with the watch.
    case seenLast(Int)
    /// A handler calls an SDK of a device; `place` says where the call's order stands in its run.
    case calls(SDKCall, device: String, place: CallPlace)
}

/// The answer to a request.
enum ServerAnswer: Codable, Equatable, Sendable {
    /// A start or a typed command was decided: the log of the run has the command with this identity, accepted or rejected.
    case decided(run: String, id: String, command: String, isAccepted: Bool)
    /// A word of an SDK was taken; `run` is the run that got it, nil where no run did or which one is not known.
    case taken(run: String?)
    /// The request means nothing to the run, as the sentence says; nothing has happened.
    case meaningless(String)
    /// Nothing has happened, for this reason; the same request may succeed a moment later, or at another process.
    case notNow(String)
    /// It is not known whether anything has happened.
    case unknown
    /// An error that must not come: the log has lost or changed something, or the node cannot serve the run, its flow or its device.
    case broken(String)
}

/// Where a run is, as a person sees it.
struct Sight: Codable, Equatable, Sendable {
    /// The state of the run.
    var state: String
    /// The states of the ways that were tried so far, by their names.
    var ways: [String: String] = [:]
    var isOver: Bool
    /// What the person is asked; nil where that is about to change.
    var question: Question?
}

/// Where the order of a call stands in its run: the record that ordered it, and its index among the record's orders.
///
/// Calls that two processes make may overtake each other on their way to a phone, which finds the later call by this.
struct CallPlace: Codable, Equatable, Sendable {
    var run: String
    var sequence: UInt64
    var index: UInt64

    /// Whether this call was ordered after the other one; false for calls of two runs.
    func isLater(than other: CallPlace) -> Bool {
        run == other.run && (sequence, index) > (other.sequence, other.index)
    }
}

extension Encodable {
    /// The value as one line of JSON.
    var line: String {
        guard let json = try? JSONEncoder().encode(self) else {
            preconditionFailure("the messages have no value that JSON lacks")
        }
        return String(decoding: json, as: UTF8.self) + "\n"
    }
}
