/// A flow, a provider's model or a transcript of this folder, compiled into the program: the build lists them in `flows`, `models` and
/// `transcripts`, without their paths.
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
