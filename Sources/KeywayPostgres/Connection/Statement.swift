import KeywayCore

/// One statement of the protocol between a log and its server: a transaction of its own.
struct Statement: Equatable, Sendable {
    /// The text, with the parameters `$1`, `$2` and so on, each with its type.
    let text: String
    /// The name under which a connection has the statement prepared. It is made from the text: two versions of Keyway that share a pooler's
    /// connections must not mean different texts by one name.
    let name: String

    init(_ text: String) {
        self.text = text
        name = "keyway_" + String(CRC32C.checksum(of: Array(text.utf8)), radix: 16)
    }
}
