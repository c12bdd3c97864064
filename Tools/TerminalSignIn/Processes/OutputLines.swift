import Foundation

/// What a process writes on its output, line by line.
final class OutputLines: Sendable {
    private let pipe = Pipe()
    private let isRead = Flag()

    /// Connects the process's output, before the process is begun.
    func connect(_ process: Process) { process.standardOutput = pipe }

    /// Whether the output has ended, and all of its lines were heard.
    var isWhole: Bool { isRead.isRaised }

    /// Reads on a thread of its own until the output ends; half a line at its end, of a process that was killed, is left out.
    ///
    /// - Parameters:
    ///   - hear: takes each line, on that thread.
    ///   - end: is called after the last line.
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
