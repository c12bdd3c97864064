import KeywayCore
import KeywayLog

extension Instant {
    /// The moment in universal time, as `2026-11-24T10:05:03Z`; RFC 3339.
    var date: String {
        let seconds = Self.floor(milliseconds, by: 1000)
        let days = Self.floor(seconds, by: 86_400)
        let time = seconds - days * 86_400
        let (year, month, day) = Self.civil(days: days)
        let parts = [year, month, day, time / 3600, time / 60 % 60, time % 60].map { number in
            number < 10 ? "0\(number)" : "\(number)"
        }
        return
            "\(String(repeating: "0", count: max(0, 4 - parts[0].count)))\(parts[0])-\(parts[1])-\(parts[2])T\(parts[3]):\(parts[4]):\(parts[5])Z"
    }

    /// Reads what `date` writes, or a date alone, which is its first moment; nil for any other text.
    init?(date text: String) {
        let halves = text.split(separator: "T", omittingEmptySubsequences: false)
        let dayParts = halves[0].split(separator: "-", omittingEmptySubsequences: false).map { Int64($0) }
        guard halves.count <= 2, dayParts.count == 3, let year = dayParts[0], let month = dayParts[1],
            let day = dayParts[2], (1...9999).contains(year), (1...12).contains(month), (1...31).contains(day)
        else { return nil }
        var seconds: Int64 = 0
        if halves.count == 2 {
            guard halves[1].hasSuffix("Z") else { return nil }
            let timeParts = halves[1].dropLast().split(separator: ":", omittingEmptySubsequences: false).map {
                Int64($0)
            }
            guard timeParts.count == 3, let hour = timeParts[0], let minute = timeParts[1], let second = timeParts[2],
                (0...23).contains(hour), (0...59).contains(minute), (0...59).contains(second)
            else { return nil }
            seconds = hour * 3600 + minute * 60 + second
        }
        let days = Self.days(year, month, day)
        // The 31st of a month that has none is no date.
        guard Self.civil(days: days) == (year, month, day) else { return nil }
        self.init(milliseconds: (days * 86_400 + seconds) * 1000)
        // A date that is spelled in another way, for example without a leading zero, is refused.
        guard date == (halves.count == 2 ? text : text + "T00:00:00Z") else { return nil }
    }

    private static func floor(_ number: Int64, by divisor: Int64) -> Int64 {
        number / divisor - (number % divisor < 0 ? 1 : 0)
    }

    /// The days from 1970-01-01 to the first day of the year's March, by the Gregorian calendar also for years before 1582.
    ///
    /// Years are counted from March, so that the leap day is the last day of a year. 719,468 days lie between 0000-03-01 and 1970-01-01.
    private static func daysToMarch(of year: Int64) -> Int64 {
        365 * year + floor(year, by: 4) - floor(year, by: 100) + floor(year, by: 400) - 719_468
    }

    /// The days from 1970-01-01 to a date.
    ///
    /// Any five months in a row from March to January have 153 days, so month n from March on, counted from 0, begins at day (153 n + 2) / 5.
    private static func days(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let march = month > 2 ? year : year - 1
        return daysToMarch(of: march) + (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    }

    /// The date that lies so many days after 1970-01-01, or before it where the number is negative.
    private static func civil(days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        var year = 1970 + floor(days, by: 366)
        while daysToMarch(of: year + 1) <= days { year += 1 }
        while daysToMarch(of: year) > days { year -= 1 }
        let day = days - daysToMarch(of: year)
        let month = (5 * day + 2) / 153
        return (month < 10 ? year : year + 1, month < 10 ? month + 3 : month - 9, day - (153 * month + 2) / 5 + 1)
    }
}

extension Instant {
    /// The moment as a date, for a record of a run of this kind; nil for a played transcript, whose clock begins at 0.
    func date(in kind: RunKind) -> String? { kind == .transcript ? nil : date }
}
