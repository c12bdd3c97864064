import Foundation
import KeywayLog
import ProgramStreams
import Testing

@Suite("Where a program writes")
struct StreamsTests {
    /// A stream that takes at most `size` bytes at once, and the bytes that it took. Each write is interrupted once (`EINTR`) before the
    /// stream takes bytes.
    private func interruptedStream(taking size: Int) -> (stream: ProcessStream, taken: Lock<[UInt8]>) {
        let taken = Lock<[UInt8]>([])
        let isInterrupted = Lock(false)
        let stream = ProcessStream(named: "standard error") { bytes in
            let isNow = isInterrupted.withLock { interrupted in
                interrupted.toggle()
                return interrupted
            }
            if isNow { return .failed(EINTR) }
            taken.withLock { $0 += bytes.prefix(size) }
            return .wrote(min(size, bytes.count))
        }
        return (stream, taken)
    }

    private func text(_ taken: Lock<[UInt8]>) -> String { taken.withLock { String(decoding: $0, as: UTF8.self) } }

    @Test(
        "All of a text is written, also where the system takes a part of it or is interrupted", arguments: [1, 3, 100])
    func parts(size: Int) {
        let (stream, taken) = interruptedStream(taking: size)
        stream.write("a result\n")
        stream.write("")
        #expect(text(taken) == "a result\n")
        #expect(stream.problem == nil)
    }

    @Test(
        "A result that could not be written is remarked, and ends no program with 0", arguments: [0, 1, 64] as [Int32])
    func lostResult(code: Int32) {
        let attempts = Lock(0)
        let output = ProcessStream(named: "standard output") { _ in
            attempts.withLock { $0 += 1 }
            return .failed(ENOSPC)
        }
        let (errors, remarked) = interruptedStream(taking: 100)
        let streams = Streams(output: output, errors: errors)
        streams.write("a result\n")
        streams.write("more of it\n")
        #expect(attempts.withLock { $0 } == 1, "after a failure nothing more is written")
        #expect(streams.finalCode(code) == (code == 0 ? 1 : code))
        #expect(text(remarked) == "standard output: cannot write to it: No space left on device\n")
    }

    @Test("Where the reader has gone away nothing is remarked, and the code stays", arguments: [0, 1] as [Int32])
    func closedPipe(code: Int32) {
        let output = ProcessStream(named: "standard output") { _ in .failed(EPIPE) }
        let (errors, remarked) = interruptedStream(taking: 100)
        let streams = Streams(output: output, errors: errors)
        streams.write("a result\n")
        #expect(streams.finalCode(code) == code)
        #expect(text(remarked) == "")
    }

    @Test("A file that is open for reading alone takes no result")
    func descriptor() throws {
        let file = try #require(FileHandle(forReadingAtPath: "/dev/null"))
        let stream = ProcessStream(file.fileDescriptor, named: "standard output")
        withExtendedLifetime(file) { stream.write("a result\n") }
        #expect(stream.problem == "standard output: cannot write to it: Bad file descriptor")
    }

    @Test("A file that is opened where the process has no standard output gets no result")
    func closedOutput() async {
        // `Streams` fills each closed standard descriptor with one that cannot be written to, so a file gets another number.
        await #expect(processExitsWith: .success) {
            // Between `close` and `Streams` another thread of the process may open something that gets descriptor 1: so several tries.
            for _ in 0..<10 {
                close(STDOUT_FILENO)
                let output = ProcessStream(STDOUT_FILENO, named: "standard output")
                let streams = Streams(output: output)
                let file = open("/dev/null", O_RDWR)
                streams.write("a result\n")
                let isRefused = output.problem == "standard output: cannot write to it: Bad file descriptor"
                if file > STDERR_FILENO, isRefused { exit(0) }
            }
            exit(1)
        }
    }

    @Test("A result that was written changes no code", arguments: [0, 1, 64] as [Int32])
    func written(code: Int32) {
        let (output, _) = interruptedStream(taking: 4)
        let (errors, remarked) = interruptedStream(taking: 4)
        let streams = Streams(output: output, errors: errors)
        streams.write("a result\n")
        #expect(streams.finalCode(code) == code)
        #expect(text(remarked) == "")
    }
}
