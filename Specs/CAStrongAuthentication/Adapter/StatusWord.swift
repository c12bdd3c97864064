#if canImport(CAStrongAuthentication)
    import CAStrongAuthentication

    /// The flows' word for a status: what the SDK's constant spells nobody says, so the flows have a name for it (FACTS 5, 20).
    ///
    /// Nil where there is none, and for a text that is not the constant and would pass for it.
    func statusWord(of status: String?) -> String? {
        guard let status, !status.isEmpty else { return nil }
        if status == SUCCESS { return "SUCCESS" }
        return status == "SUCCESS" ? nil : status
    }
#endif
