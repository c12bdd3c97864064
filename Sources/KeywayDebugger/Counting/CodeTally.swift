/// How often finals kept each of some plain numbers and texts, such as an SDK's codes; of many different ones the rest as `others`.
///
/// A code tells failures apart. A number that differs in each run, such as a request's, only makes a list as long as the log.
struct CodeTally: Equatable, Sendable {
    /// How many different values of one variable are counted, those that come first.
    static let greatestCount = 32
    /// The longest text that is taken for a code, in characters.
    static let longestText = 64

    /// What one variable had.
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

    /// By final and variable, `failed: status`.
    private var variables: [String: Values] = [:]

    /// - Parameters:
    ///   - value: as it is shown, `40102`.
    ///   - variable: the final and the name of the variable that it keeps, `failed: status`.
    mutating func add(_ value: String, of variable: String) {
        variables[variable, default: Values()].add(value)
    }

    /// The counted values by their words, `failed: status = 40102`, and `failed: status = others`; a text stands in quotes, so that
    /// none reads as that.
    ///
    /// Where a variable has others, a value that came once is one of them.
    var counts: [String: Int] {
        variables.reduce(into: [:]) { all, variable in
            let values = variable.value
            let isShort = values.others == 0
            let shown = values.counts.filter { isShort || $0.value > 1 }
            for (value, count) in shown { all["\(variable.key) = \(value)"] = count }
            if !isShort {
                all["\(variable.key) = others"] = values.others + values.counts.count - shown.count
            }
        }
    }
}
