extension RunError {
    /// How many bytes of UTF-8 the identity of a command or a callback has at most: whoever reads a run keeps up to 1,024 in memory.
    package static let greatestIdentity = 256
    /// How many bytes of UTF-8 an app's own name for a run has at most.
    package static let greatestReference = 1024

    /// Makes sure that an identity, where one is given, is no longer than a run keeps one.
    ///
    /// - Throws: `identityTooLong`.
    package static func checkIdentity(_ id: String?) throws(RunError) {
        guard let id, id.utf8.count > greatestIdentity else { return }
        throw .identityTooLong(limit: greatestIdentity)
    }

    /// Makes sure that the app's own name for a run that is to begin, where one is given, is no longer than a log takes one.
    ///
    /// - Throws: `referenceTooLong`.
    package static func checkReference(_ reference: String?) throws(RunError) {
        guard let reference, reference.utf8.count > greatestReference else { return }
        throw .referenceTooLong(limit: greatestReference)
    }
}
