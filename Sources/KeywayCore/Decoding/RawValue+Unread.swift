extension RawValue {
    /// What is kept of a callback that no decoder row reads: of its values at most a name and a status number.
    public struct Unread: Hashable, Sendable {
        /// The text in the source's `by` field; nil where it does not look like a name, where a row reads that field as a classified value,
        /// and where the callback has the `by` field of no source.
        public var name: String?
        /// Of the fields that decoder rows compare with integers, and never read as a classified value, the first integer of at most
        /// five digits; nil where none has one.
        public var status: Int64?
        /// Each field as `path: type`, sorted; at most 64. A part of a path that does not look like a name is `?`.
        public var shape: [String]

        public init(name: String?, status: Int64?, shape: [String]) {
            self.name = name
            self.status = status
            self.shape = shape
        }

        /// Takes from the callback only what may be kept.
        ///
        /// - Parameters:
        ///   - source: a source whose `by` field the callback has; nil where there is none.
        ///   - classified: the paths that rows of the run's flows read into classified fields. A row that reads another callback, or that
        ///     could not read this one, says all the same what stands there: a code that is too short is still a code.
        package init(_ callback: RawValue, of source: Source?, withholding classified: Set<[String]>) {
            name = source.flatMap { source in
                guard !classified.contains([source.by]), case .text(let text)? = callback.value(at: [source.by]),
                    text.looksLikeAName
                else { return nil }
                return text
            }
            // Five digits: long enough for every provider's codes, too short for a phone number.
            status =
                source?.statusPaths(besides: classified).lazy.compactMap { path -> Int64? in
                    guard let number = callback.value(at: path)?.integer, (-99_999...99_999).contains(number) else {
                        return nil
                    }
                    return number
                }.first
            var fields: [String] = []
            callback.collectShape(at: "", depth: 0, into: &fields)
            shape = Array(fields.sorted().prefix(Self.greatestShape))
        }

        /// How many fields `shape` has at most.
        static let greatestShape = 64
        /// How deep `shape` goes into objects; of a deeper object it says only `object`, and names no members.
        fileprivate static let greatestDepth = 8
    }
}

extension Source {
    /// The paths that rows compare with integers, in the order of the rows, without those that are read into classified fields.
    package func statusPaths(besides classified: Set<[String]>) -> [[String]] {
        var paths: [[String]] = []
        for row in rows {
            row.test?.collectStatusPaths(into: &paths)
        }
        return paths.filter { !classified.contains($0) }
    }
}

extension DecoderTest {
    fileprivate func collectStatusPaths(into paths: inout [[String]]) {
        switch self {
        case .any(let tests), .all(let tests):
            for test in tests { test.collectStatusPaths(into: &paths) }
        case .not(let test): test.collectStatusPaths(into: &paths)
        case .comparison(let path, _, .integer): if !paths.contains(path) { paths.append(path) }
        case .comparison, .membership, .present: break
        }
    }
}

extension RawValue {
    /// Appends `path: type` for each field in this value; `path` is where the value stands, empty for the callback itself.
    /// `depth` says in how many objects it stands.
    fileprivate func collectShape(at path: String, depth: Int, into fields: inout [String]) {
        guard case .object(let members) = self else {
            if !path.isEmpty { fields.append("\(path): \(typeName)") }
            return
        }
        guard depth < RawValue.Unread.greatestDepth else {
            fields.append("\(path): object")
            return
        }
        for (key, value) in members.sorted(by: { $0.key < $1.key }) {
            guard fields.count < RawValue.Unread.greatestShape else { return }
            // A key may be a value in disguise: an object keyed by phone numbers.
            let part = key.looksLikeAName ? key : "?"
            value.collectShape(at: path.isEmpty ? part : "\(path).\(part)", depth: depth + 1, into: &fields)
        }
    }

    private var typeName: String {
        switch self {
        case .null: "null"
        case .bool: "bool"
        case .integer: "integer"
        case .number: "number"
        case .text: "text"
        case .list: "list"
        case .object: "object"
        }
    }
}

extension String {
    /// Whether the text looks like the name of a field or an event, and not like a phone number, a code or an address.
    ///
    /// At most 64 letters, digits and underscores, no digit first, with at most three digits in all.
    fileprivate var looksLikeAName: Bool {
        let bytes = utf8
        guard let first = bytes.first, bytes.count <= 64, first.isLetter || first == UInt8(ascii: "_") else {
            return false
        }
        return bytes.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
            && bytes.count(where: \.isDigit) <= 3
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
    fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
}
