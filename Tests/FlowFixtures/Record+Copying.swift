package import KeywayCore
package import KeywayLog

extension [Record] {
    /// The same records as those of another run.
    package func copied(to run: RunID) -> [Record] {
        map { record in
            var copy = record
            copy.run = run
            return copy
        }
    }
}
