import Foundation

/// What a process writes on its standard output, line by line.
final class OutputLines: Sendable {
    private let pipe = Pipe()
    private let isRead = Flag()

    /// Connects the standard output of a process that is not begun yet.
    func connect(_ process: Process) { process.standardOutput = pipe }

    /// Whether the output has ended, and `read` has handed on all of its lines.
    var isReadToEnd: Bool { isRead.isRaised }

    /// Reads on a thread of its own until the output ends. An unfinished line at the end, as a killed process leaves it, is left out.
    ///
    /// - Parameters:
    ///   - hear: called with each line, on that thread.
    ///   - end: called after the last line, on that thread.
    func read(_ hear: @escaping @Sendable (String) -> Void, end: @escaping @Sendable () -> Void = {}) {
        Thread.detachNewThread { [pipe, isRead] in
            var rest: [UInt8] = []
            while true {
                let bytes = pipe.fileHandleForReading.availableData
                if bytes.isEmpty { break }
                rest += bytes
                let lines = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
                for line in lines.dropLast() { hear(String(decoding: line, as: UTF8.self)) }
                rest = lines.last.map(Array.init) ?? []
            }
            end()
            isRead.raise()
        }
    }
}
