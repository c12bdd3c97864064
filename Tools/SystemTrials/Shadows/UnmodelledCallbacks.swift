package import KeywayCore
package import KeywayDebugger

/// Made-up callbacks that no row of a shipped flow reads and no model says; a trial mixes them into what the SDK's model says.
package enum UnmodelledCallbacks {
    package static let all: [RawValue] = (0..<10).map { number in
        let name = RawValue.text("\(prefix)\(number)")
        return .object(["responseType": name, "delegate": name, "statusCode": .integer(400 + Int64(number))])
    }

    private static let prefix = "NEWS_"

    /// How many of these callbacks a survey reports as read by no row.
    package static func count(in survey: ShadowSurvey) -> Int { survey.unread.keys.count(where: isOne) }

    /// Whether a report means one of these callbacks by the words, its name and status.
    package static func isOne(_ words: String) -> Bool { words.hasPrefix(prefix) }
}
