#if canImport(OtplessBM)
    import Foundation
    import Keyway
    import OtplessBM

    extension RawValue {
        /// A response as the flows' decoders read it, every field of it.
        init(_ response: OtplessResponse) {
            var members: [String: RawValue] = [
                "responseType": .text(response.responseType.rawValue),
                "statusCode": .integer(Int64(response.statusCode)),
            ]
            if let body = response.response { members["response"] = RawValue(anything: body) }
            self = .object(members)
        }

        /// A value of a dictionary that the SDK hands over: Swift's values and, where a server's answer was read, Foundation's.
        ///
        /// What lies deeper than `greatestDepth` is left out, so that no answer of a server can use up a thread's stack.
        init(anything value: Any, depth: Int = 0) {
            // Foundation's numbers come first: as an object each would pass for a Bool, an Int and a Double.
            if type(of: value) is AnyClass, let number = value as? NSNumber {
                self = RawValue(number)
                return
            }
            switch value {
            case let flag as Bool: self = .bool(flag)
            case let text as String: self = .text(text)
            case let integer as any BinaryInteger:
                self = Int64(exactly: integer).map(RawValue.integer) ?? .text(String(integer))
            case let number as any BinaryFloatingPoint: self = .number(Double(number))
            case is [Any] where depth >= Self.greatestDepth, is [String: Any] where depth >= Self.greatestDepth:
                self = .null
            case let list as [Any]: self = .list(list.map { RawValue(anything: $0, depth: depth + 1) })
            case let members as [String: Any]:
                self = .object(members.mapValues { RawValue(anything: $0, depth: depth + 1) })
            case is NSNull: self = .null
            default: self = Mirror(reflecting: value).displayStyle == .optional ? .null : .text("\(value)")
            }
        }

        private init(_ number: NSNumber) {
            switch String(cString: number.objCType) {
            case "c", "B": self = .bool(number.boolValue)
            case "f", "d": self = .number(number.doubleValue)
            case "Q": self = RawValue(anything: number.uint64Value)
            default: self = .integer(number.int64Value)
            }
        }
    }
#endif
