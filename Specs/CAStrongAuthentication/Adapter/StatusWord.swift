#if canImport(CAStrongAuthentication)
    import CAStrongAuthentication

    /// The flows' word for a status: what the SDK's constant spells nobody says, so the flows have a name for it (FACTS 5, 20).
    ///
    /// Nil where there is none, and for a text that is not the constant and would pass for it. Of a long one the beginning: the flows take
    /// 64 characters, and a refusal that they cannot read would be none.
    func statusWord(of status: String?) -> String? {
        guard let status, !status.isEmpty else { return nil }
        if status == SUCCESS { return "SUCCESS" }
        return status == "SUCCESS" ? nil : String(String.UnicodeScalarView(status.unicodeScalars.prefix(64)))
    }
#endif
