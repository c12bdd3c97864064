package import KeywayFileLog
package import KeywayLog

/// A disk on which something else happens once, right before the first call of one kind, as if by another process.
package struct InterruptedDisk: WrappingFileSystem {
    /// The kinds of calls to a folder; a disk is interrupted before the first call of one kind.
    package enum Call: Sendable {
        case lock, flush, link
    }

    package let base: any FileSystem
    private let call: Call
    /// What happens before the call; nil once it has happened.
    private let interruption: Lock<(@Sendable () -> Void)?>

    package init(_ base: any FileSystem, before call: Call, _ interruption: @escaping @Sendable () -> Void) {
        self.base = base
        self.call = call
        self.interruption = Lock(interruption)
    }

    package func openFolder(_ path: String) throws(StorageFault) -> any OpenFolder {
        InterruptedFolder(base: try base.openFolder(path), disk: self)
    }

    /// Carries out the interruption where this is the first call of its kind; outside of the lock, since the interruption may itself call
    /// the disk.
    fileprivate func interrupt(before call: Call) {
        guard call == self.call else { return }
        let due = interruption.withLock { interruption in
            defer { interruption = nil }
            return interruption
        }
        due?()
    }
}

private struct InterruptedFolder: WrappingFolder {
    let base: any OpenFolder
    let disk: InterruptedDisk

    func link(_ name: String, as target: String) throws(StorageFault) {
        disk.interrupt(before: .link)
        try base.link(name, as: target)
    }

    func flush() throws(StorageFault) {
        disk.interrupt(before: .flush)
        try base.flush()
    }

    func takeLock(_ name: String, shared: Bool) throws(StorageFault) -> (any HeldLock)? {
        disk.interrupt(before: .lock)
        return try base.takeLock(name, shared: shared)
    }
}
