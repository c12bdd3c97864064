#if canImport(CAStrongAuthentication)
    import CAStrongAuthentication

    /// The text by which flows read a status: "SUCCESS" for the SDK's constant of this name, whose own text is documented nowhere
    /// (FACTS 5, 20), and any other status as it is.
    ///
    /// Nil where there is no status, and for a status "SUCCESS" that is not the constant, as it would pass for the constant. Of a long
    /// status the first 64 characters: the flows read no longer one, and a refusal that they cannot read would count as none.
    func statusWord(of status: String?) -> String? {
        guard let status, !status.isEmpty else { return nil }
        if status == SUCCESS { return "SUCCESS" }
        return status == "SUCCESS" ? nil : String(String.UnicodeScalarView(status.unicodeScalars.prefix(64)))
    }
#endif
