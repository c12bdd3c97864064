#if canImport(Glibc)
    import Foundation
    import Glibc

    /// A headless Chromium that a test talks to by the DevTools protocol: JSON messages, each with a zero byte behind it,
    /// through two pipes.
    final class Chromium {
        /// Why a test cannot go on.
        struct Failure: Error {
            var words: String
        }

        private let process: pid_t
        private let input: Int32
        private let output: Int32
        private let folder: URL
        private var received: [UInt8] = []
        /// How many messages were sent; a message has the next number as its identity.
        private var sentCount = 0
        private var session: String?
        /// What the page has complained about: errors of scripts, of its console and of its policy.
        private(set) var complaints: [String] = []
        /// The events that came so far, by their names.
        private var events: Set<String> = []

        /// The path of the browser, which is looked for in `PATH`; nil where none is installed.
        static let program: String? = {
            let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
            let names = ["chromium", "chromium-browser", "google-chrome"]
            return folders.flatMap { folder in names.map { "\(folder)/\($0)" } }
                .first(where: FileManager.default.isExecutableFile(atPath:))
        }()

        init(_ program: String) throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "keyway-browser-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let (toBrowser, fromBrowser) = (try Self.makePipe(), try Self.makePipe())
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            // The protocol's numbers: the browser reads from 3 and writes to 4.
            posix_spawn_file_actions_adddup2(&actions, toBrowser.read, 3)
            posix_spawn_file_actions_adddup2(&actions, fromBrowser.write, 4)
            for stream: Int32 in [1, 2] {
                posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0)
            }
            var words = [
                program, "--headless", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run",
                "--disable-background-networking", "--user-data-dir=\(folder.path)", "about:blank",
            ]
            // Chromium refuses to run as root with its sandbox.
            if geteuid() == 0 { words.insert("--no-sandbox", at: 1) }
            let arguments = words.map { strdup($0) } + [nil]
            defer { for argument in arguments { free(argument) } }
            var process: pid_t = 0
            let result = posix_spawn(&process, program, &actions, nil, arguments, environ)
            close(toBrowser.read)
            close(fromBrowser.write)
            guard result == 0 else { throw Failure(words: "\(program) did not start: \(result)") }
            self.process = process
            input = toBrowser.write
            output = fromBrowser.read
        }

        /// A pipe that the browser does not inherit, and whose ends have other numbers than 3 and 4, the browser's.
        private static func makePipe() throws -> (read: Int32, write: Int32) {
            var ends: [Int32] = [0, 0]
            guard pipe(&ends) == 0 else { throw Failure(words: "no pipe: \(errno)") }
            defer { for end in ends { close(end) } }
            return (fcntl(ends[0], F_DUPFD_CLOEXEC, 16), fcntl(ends[1], F_DUPFD_CLOEXEC, 16))
        }

        func quit() {
            _ = try? send("Browser.close", [:])
            close(input)
            var isGone = false
            for _ in 0..<50 where !isGone {
                isGone = waitpid(process, nil, WNOHANG) == process
                if !isGone { usleep(100_000) }
            }
            if !isGone {
                kill(process, SIGKILL)
                waitpid(process, nil, 0)
            }
            close(output)
            try? FileManager.default.removeItem(at: folder)
        }

        /// Opens a page and waits until it is loaded.
        func open(_ page: URL) throws {
            if session == nil {
                let target = try call("Target.createTarget", ["url": "about:blank"])["targetId"] as? String
                let attached = try call("Target.attachToTarget", ["targetId": target ?? "", "flatten": true])
                session = attached["sessionId"] as? String
                for domain in ["Page", "Runtime", "Log"] { try call("\(domain).enable") }
            }
            events.remove("Page.loadEventFired")
            try call("Page.navigate", ["url": page.absoluteString])
            while !events.contains("Page.loadEventFired") { note(try message()) }
        }

        /// Shows the page as a phone does whose screen is so many CSS pixels wide.
        func showAsPhone(width: Int) throws {
            try call(
                "Emulation.setDeviceMetricsOverride",
                ["width": width, "height": 844, "deviceScaleFactor": 1, "mobile": true])
        }

        /// The value of a JavaScript expression in the page.
        @discardableResult
        func evaluate(_ expression: String) throws -> Any? {
            let answer = try call(
                "Runtime.evaluate", ["expression": expression, "returnByValue": true, "awaitPromise": true])
            if let thrown = answer["exceptionDetails"] { throw Failure(words: "\(expression): \(thrown)") }
            return (answer["result"] as? [String: Any])?["value"]
        }

        func text(_ expression: String) throws -> String { try evaluate(expression) as? String ?? "" }

        func number(_ expression: String) throws -> Double {
            (try evaluate(expression) as? NSNumber)?.doubleValue ?? -1
        }

        /// How many elements match the selector after so many milliseconds, in which the page follows a new address.
        func count(of selector: String, after wait: Int) throws -> Int {
            let count = "document.querySelectorAll('\(selector)').length"
            return Int(try number("new Promise((done) => setTimeout(() => done(\(count)), \(wait)))"))
        }

        /// Presses a key with this name, as `ArrowDown`, and this Windows virtual key code, as 40.
        func press(_ key: String, code: Int) throws {
            for type in ["keyDown", "keyUp"] {
                try call(
                    "Input.dispatchKeyEvent",
                    ["type": type, "key": key, "code": key, "windowsVirtualKeyCode": code])
            }
        }

        func type(_ text: String) throws { try call("Input.insertText", ["text": text]) }

        // MARK: - Messages

        @discardableResult
        func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
            let identity = try send(method, parameters)
            while true {
                let message = try message()
                if (message["id"] as? NSNumber)?.intValue == identity {
                    if let error = message["error"] { throw Failure(words: "\(method): \(error)") }
                    return message["result"] as? [String: Any] ?? [:]
                }
                note(message)
            }
        }

        private func send(_ method: String, _ parameters: [String: Any]) throws -> Int {
            sentCount += 1
            var message: [String: Any] = ["id": sentCount, "method": method, "params": parameters]
            if let session { message["sessionId"] = session }
            var bytes = [UInt8](try JSONSerialization.data(withJSONObject: message)) + [0]
            while !bytes.isEmpty {
                let written = write(input, bytes, bytes.count)
                guard written > 0 else { throw Failure(words: "the browser hears nothing: \(errno)") }
                bytes.removeFirst(written)
            }
            return sentCount
        }

        /// The next message of the browser, for which a test waits a minute at most.
        private func message() throws -> [String: Any] {
            while true {
                if let end = received.firstIndex(of: 0) {
                    let data = Data(received[..<end])
                    received.removeSubrange(...end)
                    return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
                }
                var wanted = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
                guard poll(&wanted, 1, 60_000) == 1 else { throw Failure(words: "the browser says nothing") }
                var part = [UInt8](repeating: 0, count: 1 << 16)
                let length = read(output, &part, part.count)
                guard length > 0 else { throw Failure(words: "the browser is gone") }
                received += part[..<length]
            }
        }

        /// Notes an event of the browser, and what the page complains about by it.
        private func note(_ event: [String: Any]) {
            guard let name = event["method"] as? String else { return }
            events.insert(name)
            let parameters = event["params"] as? [String: Any] ?? [:]
            switch name {
            case "Runtime.exceptionThrown": complaints.append("\(parameters)")
            case "Runtime.consoleAPICalled" where ["error", "warning"].contains(parameters["type"] as? String ?? ""):
                complaints.append("\(parameters)")
            case "Log.entryAdded": complaints.append("\(parameters)")
            default: break
            }
        }
    }
#endif
