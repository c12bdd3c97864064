/// What a command was given to read: a file, or standard input where its path is `-`.
struct NamedInput {
    /// The word that stands for standard input.
    static let dash = "-"

    /// The path, as messages name it.
    let path: String
    let bytes: [UInt8]

    /// Reads all of the input; `role` names in a refusal what the input should be, as `a spec`.
    init(
        _ path: String, as role: String, in surroundings: Surroundings, upTo greatestSize: Int = FileAccess.greatestSize
    ) throws(CallRefusal) {
        if path == Self.dash {
            // No file has this path. It begins in the working directory, so that the specs around the input are looked up from there.
            self.path = surroundings.prefix + "standard input"
            bytes = try surroundings.readInput(greatestSize)
            guard bytes.count <= greatestSize else {
                throw CallRefusal("this is too large to be \(role)", at: self.path)
            }
        } else {
            self.path = path
            bytes = try FileAccess.bytes(of: path, as: role, upTo: greatestSize)
        }
    }
}
