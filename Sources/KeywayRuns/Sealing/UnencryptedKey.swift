/// The key of a played or rehearsed run, whose records are in memory alone: it encrypts nothing.
///
/// With it such a run comes back as one of an app with a key store does.
package struct UnencryptedKey: RunKey {
    package init() {}

    package func seal(_ plain: [UInt8], boundTo binding: [UInt8]) -> [UInt8] { plain }

    package func open(_ sealed: [UInt8], boundTo binding: [UInt8]) -> [UInt8] { sealed }
}
