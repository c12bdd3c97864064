/// How often finals kept each of some plain numbers and texts, such as an SDK's codes; of a variable with too many different values none.
///
/// A code tells failures apart. A number that differs in each run, such as a request's, only makes a list as long as the log.
struct CodeTally: Equatable, Sendable {
    /// How many different values of one variable are counted.
    static let greatestCount = 32
    /// The longest text that is taken for a code, in characters.
    static let longestText = 64

    /// By final and variable, `failed: status`. Nil where the variable has too many different values, or one that is too long.
    private var values: [String: [String: Int]?] = [:]

    /// - Parameters:
    ///   - value: as it is shown, `40102`.
    ///   - variable: the final and the name of the variable that it keeps, `failed: status`.
    mutating func add(_ value: String, of variable: String) {
        guard var counts = values[variable, default: [:]] else { return }
        counts[value, default: 0] += 1
        let isCode = counts.count <= Self.greatestCount && value.count <= Self.longestText
        values[variable] = .some(isCode ? counts : nil)
    }

    /// The counted values by their words, `failed: status = 40102`.
    var counts: [String: Int] {
        values.reduce(into: [:]) { all, variable in
            for (value, count) in variable.value ?? [:] { all["\(variable.key) = \(value)"] = count }
        }
    }
}
