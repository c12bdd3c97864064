/// A file that ships inside the program: the build compiles the folder's files in, records no path, and lists them in `flows`,
/// `models` and `transcripts`.
public struct ShippedFile: Sendable {
    /// The file's name, without its folders; unique among the shipped ones.
    public let name: String
    /// The file as it stood when the program was built.
    public let bytes: [UInt8]

    init(_ name: String, _ text: String) {
        self.name = name
        bytes = Array(text.utf8)
    }
}
