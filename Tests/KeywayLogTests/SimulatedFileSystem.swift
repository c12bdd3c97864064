import KeywayLog

/// A disk in memory that fails when it is told to, and that forgets at a crash what was not flushed.
final class SimulatedFileSystem: FileSystem {
    enum Fault: Sendable {
        /// The call does nothing and throws.
        case refusal
        /// A write writes half and throws; any other call is refused.
        case half
        /// The call may or may not have had an effect; nothing works from here on.
        case crash
    }

    fileprivate enum Change {
        case put([UInt8], UInt64)
        case cut(UInt64)
    }

    fileprivate struct Node {
        var durable: [UInt8] = []
        var current: [UInt8] = []
        var pending: [Change] = []
    }

    fileprivate struct State {
        var nodes: [Int: Node] = [:]
        var folders: Set<String> = []
        var durableNames: [String: Int] = [:]
        /// Each list of names since the last flush of the folder, the latest last.
        var names: [[String: Int]] = [[:]]
        var locks: Set<String> = []
        var calls = 0
        var fault: (call: Int, kind: Fault)?
        var isDown = false
    }

    private let state = Lock(State())

    /// The calls so far that change something.
    var calls: Int { state.withLock { $0.calls } }

    /// Lets the call fail that changes something as the nth from the beginning, counted from 0.
    func fail(atCall call: Int, with kind: Fault) {
        state.withLock { $0.fault = (call, kind) }
    }

    // MARK: What tests look at and tamper with

    var contents: [String: [UInt8]] {
        state.withLock { state in (state.names.last ?? [:]).compactMapValues { state.nodes[$0]?.current } }
    }

    convenience init(folder: String, _ contents: [String: [UInt8]]) {
        self.init()
        state.withLock { state in
            state.folders = [folder]
            for (place, file) in contents.enumerated() {
                state.nodes[place] = Node(durable: file.value, current: file.value)
                state.durableNames[file.key] = place
            }
            state.names = [state.durableNames]
        }
    }

    /// The disk as the machine may find it after the loss of power.
    func afterPowerLoss(using generator: inout some RandomNumberGenerator) -> SimulatedFileSystem {
        let survivor = SimulatedFileSystem()
        let old = state.withLock { $0 }
        var new = State()
        new.folders = old.folders
        new.durableNames =
            Bool.random(using: &generator) ? old.durableNames : old.names.randomElement(using: &generator) ?? [:]
        new.names = [new.durableNames]
        for place in new.durableNames.values.sorted() {
            guard let node = old.nodes[place] else { continue }
            var bytes = node.durable
            for change in node.pending where Bool.random(using: &generator) {
                guard case .put(let more, let offset) = change, Bool.random(using: &generator) else {
                    bytes.apply(change)
                    continue
                }
                bytes.apply(.put(Array(more.prefix(Int.random(in: 0...more.count, using: &generator))), offset))
            }
            new.nodes[place] = Node(durable: bytes, current: bytes)
        }
        let revived = new
        survivor.state.withLock { $0 = revived }
        return survivor
    }

    // MARK: FileSystem

    func kind(of path: String) throws(FileError) -> FileKind? {
        state.withLock { $0.folders.contains(path) ? .folder : $0.names.last?[path] != nil ? .file : nil }
    }

    func names(in folder: String) throws(FileError) -> [String] {
        state.withLock { state in
            (state.names.last ?? [:]).keys.filter { $0.hasPrefix(folder + "/") }.map {
                String($0.dropFirst(folder.count + 1))
            }
        }
    }

    func makeFolder(_ path: String) throws(FileError) {
        try change("create", path) { $0.folders.insert(path) }
    }

    func openFile(_ path: String, for purpose: FilePurpose) throws(FileError) -> any OpenFile {
        if purpose == .creating {
            if try kind(of: path) != nil {
                throw FileError(attempt: "create", path: path, number: 17, reason: "exists")
            }
            try change("create", path) { state in
                let place = (state.nodes.keys.max() ?? 0) + 1
                state.nodes[place] = Node()
                state.rename { $0[path] = place }
            }
        }
        guard let node = state.withLock({ $0.names.last?[path] }) else {
            throw FileError(attempt: "open", path: path, number: 2, reason: "absent")
        }
        return SimulatedFile(disk: self, path: path, node: node)
    }

    func move(_ path: String, to target: String) throws(FileError) {
        try change("rename", path) { $0.rename { $0[target] = $0.removeValue(forKey: path) } }
    }

    func removeFile(_ path: String) throws(FileError) {
        try change("remove", path) { $0.rename { $0[path] = nil } }
    }

    func flushFolder(_ path: String) throws(FileError) {
        try change("flush", path, survivesCrash: false) { state in
            state.durableNames = state.names.last ?? [:]
            state.names = [state.durableNames]
        }
    }

    func takeLock(_ path: String) throws(FileError) -> (any HeldLock)? {
        if try kind(of: path) == nil { _ = try openFile(path, for: .creating) }
        guard state.withLock({ $0.locks.insert(path).inserted }) else { return nil }
        return SimulatedLock { [state] in _ = state.withLock { $0.locks.remove(path) } }
    }

    // MARK: Files

    private func change(
        _ attempt: String, _ path: String, survivesCrash: Bool = true, half: ((inout State) -> Void)? = nil,
        _ body: (inout State) -> Void
    ) throws(FileError) {
        let failed = state.withLock { state in
            if state.isDown { return true }
            defer { state.calls += 1 }
            guard let fault = state.fault, fault.call == state.calls else {
                body(&state)
                return false
            }
            switch fault.kind {
            case .refusal: break
            case .half: half?(&state)
            case .crash:
                if survivesCrash { body(&state) }
                state.isDown = true
            }
            return true
        }
        if failed { throw FileError(attempt: attempt, path: path, number: 5, reason: "simulated") }
    }

    private struct SimulatedFile: OpenFile {
        let disk: SimulatedFileSystem
        let path: String
        let node: Int

        func size() throws(FileError) -> UInt64 {
            UInt64(disk.state.withLock { $0.nodes[node]?.current.count ?? 0 })
        }

        func bytes(from offset: UInt64, count: Int) throws(FileError) -> [UInt8] {
            disk.state.withLock {
                Array(($0.nodes[node]?.current ?? []).dropFirst(Int(clamping: offset)).prefix(count))
            }
        }

        func put(_ bytes: [UInt8], at offset: UInt64) throws(FileError) {
            let half = Array(bytes.prefix(bytes.count / 2))
            try disk.change(
                "write to", path, half: { $0.nodes[node]?.apply(.put(half, offset)) },
                { $0.nodes[node]?.apply(.put(bytes, offset)) })
        }

        func cut(to size: UInt64) throws(FileError) {
            try disk.change("truncate", path) { $0.nodes[node]?.apply(.cut(size)) }
        }

        func flush() throws(FileError) {
            try disk.change("flush", path, survivesCrash: false) { state in
                let current = state.nodes[node]?.current ?? []
                state.nodes[node] = Node(durable: current, current: current)
            }
        }
    }
}

private final class SimulatedLock: HeldLock {
    private let release: @Sendable () -> Void

    init(_ release: @escaping @Sendable () -> Void) {
        self.release = release
    }

    deinit {
        release()
    }
}

extension SimulatedFileSystem.State {
    fileprivate mutating func rename(_ body: (inout [String: Int]) -> Void) {
        var latest = names.last ?? [:]
        body(&latest)
        names.append(latest)
    }
}

extension SimulatedFileSystem.Node {
    fileprivate mutating func apply(_ change: SimulatedFileSystem.Change) {
        current.apply(change)
        pending.append(change)
    }
}

extension [UInt8] {
    fileprivate mutating func apply(_ change: SimulatedFileSystem.Change) {
        switch change {
        case .put(let bytes, let offset):
            let start = Int(offset)
            if count < start + bytes.count { self += [UInt8](repeating: 0, count: start + bytes.count - count) }
            replaceSubrange(start..<start + bytes.count, with: bytes)
        case .cut(let size): self = Array(prefix(Int(size)))
        }
    }
}
