/// A report as a server gets it from its apps: `try JSONDecoder().decode(RawValue.self, from: body)`.
extension RawValue: Codable {
    /// Reads any value; a list or object that is nested in `RawValue.greatestDepth` others of the value becomes `null`. What the
    /// document has around the value does not count.
    ///
    /// - Throws: what the decoder throws, as for text that is no JSON.
    public init(from decoder: any Decoder) throws {
        try self.init(from: decoder, depth: 0)
    }

    /// - Parameter depth: in how many lists and objects of the value this part of it stands.
    private init(from decoder: any Decoder, depth: Int) throws {
        let isDeepest = depth >= Self.greatestDepth
        if !isDeepest, let list = try? decoder.unkeyedContainer() {
            var (rest, elements) = (list, [RawValue]())
            while !rest.isAtEnd { elements.append(try RawValue(from: rest.superDecoder(), depth: depth + 1)) }
            self = .list(elements)
        } else if !isDeepest, let object = try? decoder.container(keyedBy: MemberName.self) {
            var members: [String: RawValue] = [:]
            for name in object.allKeys {
                members[name.stringValue] = try RawValue(from: object.superDecoder(forKey: name), depth: depth + 1)
            }
            self = .object(members)
        } else if isDeepest {
            self = (try? RawValue(decoder.singleValueContainer())) ?? .null
        } else {
            self = try RawValue(decoder.singleValueContainer())
        }
    }

    /// Reads a value that is no list and no object.
    ///
    /// A number without a fraction, also `1.0`, becomes an integer; `true` and `false` never become numbers.
    private init(_ value: any SingleValueDecodingContainer) throws {
        if value.decodeNil() {
            self = .null
        } else if let bool = try? value.decode(Bool.self) {
            self = .bool(bool)
        } else if let integer = try? value.decode(Int64.self) {
            self = .integer(integer)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else {
            self = .text(try value.decode(String.self))
        }
    }

    /// Writes the value as it is.
    ///
    /// - Throws: what the encoder throws, as for an infinite number, which JSON cannot write.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .list(let elements):
            var list = encoder.unkeyedContainer()
            for element in elements { try list.encode(element) }
        case .object(let members):
            var object = encoder.container(keyedBy: MemberName.self)
            for (name, value) in members { try object.encode(value, forKey: MemberName(stringValue: name)) }
        case .bool(let bool): try bool.encode(to: encoder)
        case .integer(let integer): try integer.encode(to: encoder)
        case .number(let number): try number.encode(to: encoder)
        case .text(let text): try text.encode(to: encoder)
        case .null:
            var single = encoder.singleValueContainer()
            try single.encodeNil()
        }
    }

    /// The name of a member of an object; any text is one.
    private struct MemberName: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }

        init?(intValue: Int) { nil }
    }
}
