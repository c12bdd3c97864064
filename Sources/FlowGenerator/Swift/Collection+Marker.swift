extension Collection<UInt8> {
    /// Whether the beginning of a file has a marker, by which a program recognises the files that it wrote itself.
    ///
    /// Before a marker stands no more than the name of a spec's file, which has at most 255 bytes.
    package func hasMarker(_ marker: String) -> Bool {
        String(decoding: prefix(1024), as: UTF8.self).contains(marker)
    }
}
