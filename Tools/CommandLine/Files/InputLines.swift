import KeywayFileLog

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The lines of an input that may be gone through several times.
///
/// A file is read part by part each time; standard input and pipes can be read only once, so all of their bytes are kept.
struct InputLines {
    private enum Source {
        case file
        case kept([UInt8])
    }

    /// The path, as messages name it.
    let path: String
    private let source: Source

    /// - Parameter role: names in a refusal what the file should be, as `a spec`.
    init(_ path: String, as role: String, in surroundings: Surroundings) throws(CallRefusal) {
        if path != NamedInput.dash, try FileAccess.kind(of: path) == .file {
            (self.path, source) = (path, .file)
        } else {
            let input = try NamedInput(path, as: role, in: surroundings, upTo: .max)
            (self.path, source) = (input.path, .kept(input.bytes))
        }
    }

    /// Gives each line that is not empty, with its number, counted from 1.
    func goThrough(_ body: (ArraySlice<UInt8>, Int) throws -> Void) throws {
        switch source {
        case .kept(let bytes):
            var lines = LineSplitter()
            try lines.take(bytes, body)
            try lines.end(body)
        case .file:
            let descriptor = open(path, O_RDONLY)
            guard descriptor >= 0 else { throw FileAccess.refusal("open", path) }
            defer { close(descriptor) }
            var lines = LineSplitter()
            var part = [UInt8](repeating: 0, count: 1 << 18)
            while true {
                let count = read(descriptor, &part, part.count)
                if count == 0 { break }
                if count > 0 {
                    try lines.take(Array(part[..<count]), body)
                } else if errno != EINTR {
                    throw FileAccess.refusal("read", path)
                }
            }
            try lines.end(body)
        }
    }
}

/// Cuts what comes part by part into lines.
private struct LineSplitter {
    /// The beginning of a line whose end has not come.
    private var begun: [UInt8] = []
    private var number = 0

    mutating func take(_ part: [UInt8], _ body: (ArraySlice<UInt8>, Int) throws -> Void) throws {
        var rest = part[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            if begun.isEmpty {
                try give(rest[..<end], body)
            } else {
                begun += rest[..<end]
                try self.end(body)
            }
            rest = rest[(end + 1)...]
        }
        begun += rest
    }

    /// Gives the last line, which may have no line end.
    mutating func end(_ body: (ArraySlice<UInt8>, Int) throws -> Void) throws {
        let line = begun
        begun = []
        try give(line[...], body)
    }

    private mutating func give(_ line: ArraySlice<UInt8>, _ body: (ArraySlice<UInt8>, Int) throws -> Void) throws {
        number += 1
        // Some editors write a byte order mark (EF BB BF) before the first line.
        var line = number == 1 && line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line
        // A line may end in CR LF; the CR is no part of it, so that an empty line is one by either end.
        if line.last == UInt8(ascii: "\r") { line.removeLast() }
        if !line.isEmpty { try body(line, number) }
    }
}
