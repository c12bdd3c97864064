/// A key that encrypts nothing, for a played or rehearsed run, whose records are in memory alone.
///
/// With it such a run has its values again when it comes back, as a run of an app with a key store does.
package struct UnencryptedKey: RunKey {
    package init() {}

    package func seal(_ plain: [UInt8], boundTo binding: [UInt8]) -> [UInt8] { plain }

    package func open(_ sealed: [UInt8], boundTo binding: [UInt8]) -> [UInt8] { sealed }
}
