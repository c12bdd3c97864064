import Foundation

extension Encodable {
    /// The value as one line of JSON.
    var line: String {
        guard let json = try? JSONEncoder().encode(self) else {
            preconditionFailure("the messages have no value that JSON lacks")
        }
        return String(decoding: json, as: UTF8.self) + "\n"
    }
}
