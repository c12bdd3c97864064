extension Collection<UInt8> {
    /// Whether the beginning of a file has a marker, by which a program recognises the files that it wrote itself.
    ///
    /// Only the first 1,024 bytes are read: before a marker stands little more than the name of a spec's file, of at most 255 bytes.
    package func hasMarker(_ marker: String) -> Bool {
        String(decoding: prefix(1024), as: UTF8.self).contains(marker)
    }
}
