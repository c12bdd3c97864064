extension [Record] {
    /// The records without their encrypted values, for those who may not have them.
    package var withoutSealedValues: [Record] {
        guard hasSealedValues else { return self }
        return map { record in
            guard case .event(var event) = record.content else { return record }
            event.sealed = nil
            var record = record
            record.content = .event(event)
            return record
        }
    }

    /// Whether some record has values that only a key opens.
    package var hasSealedValues: Bool {
        contains { record in
            if case .event(let event) = record.content { event.sealed != nil } else { false }
        }
    }
}
