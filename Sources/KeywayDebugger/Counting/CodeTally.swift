/// How often each number or text came that a final keeps and that has no class, such as an SDK's code. Where a variable has many different
/// ones, only the first are counted by themselves, and all others together as `others`.
///
/// A code tells failures apart. A number that differs in each run, such as a request's, only makes a list as long as the log.
struct CodeTally: Equatable, Sendable {
    /// How many different values of one variable are counted by themselves: the first that come.
    static let greatestCount = 32
    /// The longest text that is taken for a code, in characters.
    static let longestText = 64

    /// The values of one variable, each with how often it came.
    private struct Values: Equatable, Sendable {
        var counts: [String: Int] = [:]
        /// How often it had a value that is not counted by itself.
        var others = 0

        mutating func add(_ value: String) {
            let isCounted = counts[value] != nil || counts.count < greatestCount
            if isCounted, value.count <= longestText {
                counts[value, default: 0] += 1
            } else {
                others += 1
            }
        }
    }

    /// The values of each variable, by the final that keeps it and its name: `failed: status`.
    private var variables: [String: Values] = [:]

    /// - Parameters:
    ///   - value: as it is shown, `40102`.
    ///   - variable: the final and the name of the variable that it keeps, `failed: status`.
    mutating func add(_ value: String, of variable: String) {
        variables[variable, default: Values()].add(value)
    }

    /// How often each value came, as `failed: status = 40102`, and how often any other did, as `failed: status = others`. The values that
    /// `add` gets have texts in quotes, so that no text is taken for `others`.
    ///
    /// Where a variable has other values, those that came once are counted among them: as lines of their own they would only make the list
    /// long.
    var counts: [String: Int] {
        variables.reduce(into: [:]) { all, variable in
            let values = variable.value
            let hasNoOthers = values.others == 0
            let shown = values.counts.filter { hasNoOthers || $0.value > 1 }
            for (value, count) in shown { all["\(variable.key) = \(value)"] = count }
            if !hasNoOthers {
                all["\(variable.key) = others"] = values.others + values.counts.count - shown.count
            }
        }
    }
}
