/// A Swift type that a field or variable of a flow can have.
public protocol FlowValue: Hashable, Sendable {
    /// The same value, as the table and the log have it.
    var flowValue: Value { get }

    /// The Swift value of what a field or variable has; nil for a value of another kind, or one that the type cannot
    /// have.
    ///
    /// - Parameter value: of any kind; `withheld` gives nil, since nobody has the value.
    init?(_ value: Value)
}

/// An enum that a spec declares; the raw value is the case's position.
public protocol FlowEnumeration: FlowValue, RawRepresentable, CaseIterable
where RawValue: FixedWidthInteger & UnsignedInteger {}

extension FlowEnumeration {
    public var flowValue: Value { .enumCase(Int(truncatingIfNeeded: rawValue)) }

    public init?(_ value: Value) {
        guard case .enumCase(let position) = value, let rawValue = RawValue(exactly: position) else { return nil }
        self.init(rawValue: rawValue)
    }
}

extension Bool: FlowValue {
    public var flowValue: Value { .bool(self) }

    public init?(_ value: Value) {
        guard case .bool(let flag) = value else { return nil }
        self = flag
    }
}

extension Int: FlowValue {
    public var flowValue: Value { .integer(Int64(self)) }

    public init?(_ value: Value) {
        guard case .integer(let number) = value else { return nil }
        self.init(exactly: number)
    }
}

extension String: FlowValue {
    public var flowValue: Value { .text(self) }

    public init?(_ value: Value) {
        guard case .text(let text) = value else { return nil }
        self = text
    }
}

extension Duration: FlowValue {
    /// Whole milliseconds: fractions are cut off, and what does not fit into 64 bits becomes the nearest bound.
    public var flowValue: Value { .duration(wholeMilliseconds) }

    public init?(_ value: Value) {
        guard case .duration(let milliseconds) = value else { return nil }
        self = .milliseconds(milliseconds)
    }
}

extension Set: FlowValue where Element: FlowEnumeration {
    public var flowValue: Value {
        .set(reduce(into: 0) { bits, element in bits |= 1 << UInt64(truncatingIfNeeded: element.rawValue) })
    }

    public init?(_ value: Value) {
        guard case .set(let bits) = value else { return nil }
        self.init()
        for position in 0..<UInt64.bitWidth where bits >> UInt64(position) & 1 == 1 {
            guard let element = Element(.enumCase(position)) else { return nil }
            insert(element)
        }
    }
}
