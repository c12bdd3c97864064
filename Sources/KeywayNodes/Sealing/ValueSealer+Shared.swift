package import KeywayLog
package import KeywayRuns

/// What a run's key does between a node and the log that nodes share.
extension ValueSealer {
    /// The append as a log gets it: its values encrypted, and none in clear.
    ///
    /// - Throws: `KeyError.notSealed`.
    package func sealed(_ append: SharedAppend) throws(KeyError) -> SharedAppend {
        var sealed = append
        sealed.records = try self.sealed(append.records, append.clear)
        sealed.clear = []
        return sealed
    }

    /// The blocks with what the key opens.
    ///
    /// - Throws: `KeyError.refused`.
    package func opened(_ blocks: [SharedBlock]) throws(KeyError) -> [SharedBlock] {
        var result = blocks
        for index in blocks.indices {
            for record in blocks[index].records {
                let fields = try fields(of: record)
                if !fields.isEmpty { result[index].opened[record.sequence] = fields }
            }
        }
        return result
    }
}

extension SharedAppend {
    /// The append without its values in clear, for a run that has no key: no log keeps them.
    package var withheld: SharedAppend {
        var withheld = self
        withheld.clear = []
        return withheld
    }
}
