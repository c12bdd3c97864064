import Foundation
import KeywayCore

/// What the side of the phones asks of a process that serves sign-ins: one line of JSON on its input.
struct ServerRequest: Codable, Sendable {
    enum Content: Codable, Equatable, Sendable {
        /// A person begins a sign-in on a device; `line` is what was typed, `id` the identity of the request.
        case start(line: String, device: String, id: String)
        /// A person typed a line to a run that was seen in this state.
        case type(line: String, run: String, state: String, id: String)
        /// The SDKs of a device said something to the whole app.
        case word(RawValue, device: String)
        /// CA said something to the block of a call that this process made.
        case prompted(RawValue, device: String, isOld: Bool)
        /// The person wants to see where the run is, until it has ended.
        case watch(run: String)
        /// The process is to end what it has begun, and then itself.
        case drain
    }

    /// By it the process answers.
    var number: Int
    var content: Content
}

/// What a process that serves sign-ins tells: one line of JSON on its output.
enum ServerReport: Codable, Equatable, Sendable {
    /// From now on it can be asked.
    case ready
    case answered(Int, ServerAnswer)
    /// Where the run of a watch is.
    case seen(Int, Sight)
    /// Nothing more comes of a watch; another process may tell more.
    case seenLast(Int)
    /// A handler calls an SDK of a device.
    case calls(SDKCall, device: String, place: CallPlace)
}

/// The answer to a request.
enum ServerAnswer: Codable, Equatable, Sendable {
    /// The run has begun, or has been asked: its log has the command of that identity, accepted or not.
    case decided(run: String, id: String, command: String, isAccepted: Bool)
    /// A word was taken; the run that heard it, where one is known.
    case taken(run: String?)
    /// The request means nothing to the run, as the sentence says; nothing has happened.
    case meaningless(String)
    /// Nothing has happened, for this reason; it may go better a moment later, or at another process.
    case notNow(String)
    /// Whether anything has happened is not known.
    case unknown
    /// What must not come: the log has lost or changed something, or the node cannot serve the run, its flow or its device.
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

/// Where an order of a call stands in its run. Calls that two processes make may overtake each other on their way to a phone.
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
    /// As one line of JSON.
    var line: String {
        guard let json = try? JSONEncoder().encode(self) else {
            preconditionFailure("the messages have no value that JSON lacks")
        }
        return String(decoding: json, as: UTF8.self) + "\n"
    }
}
