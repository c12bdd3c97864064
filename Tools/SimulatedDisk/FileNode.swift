/// A file whatever its names (an inode). Its bytes are kept twice: as the machine reads them, and as the disk has them.
struct FileNode: Sendable {
    /// A sector as one change since the last flush left it. A disk may write it at any time, so any version may survive.
    private struct Version: Sendable {
        /// The number of the change.
        var change: UInt64
        /// Nil is a sector of zeros.
        var sector: [UInt8]?
    }

    /// What reading gives, which a machine keeps in its page cache.
    private(set) var cached = SparseBytes()
    /// What the disk has for certain.
    private(set) var durable = SparseBytes()
    /// For each sector the versions that were not flushed, the oldest first.
    private var unflushed: [Int: [Version]] = [:]
    /// The sizes that the file had since the last flush, each with the change that made it.
    private var sizes: [(change: UInt64, size: Int)] = []

    /// A file without bytes.
    init() {}

    /// A file that was flushed.
    init(_ bytes: [UInt8]) {
        write(bytes, at: 0, numbered: 0)  // No real change has the number 0, and none is needed: it is flushed at once.
        flush()
    }

    var size: Int { cached.size }

    /// Writes bytes; `change` is the number of this change. They are not durable yet.
    mutating func write(_ bytes: some RandomAccessCollection<UInt8>, at offset: Int, numbered change: UInt64) {
        guard !bytes.isEmpty else { return }
        let end = offset + bytes.count
        if end > cached.size {
            cached.size = end
            sizes.append((change, end))
        }
        let first = offset / SparseBytes.sectorSize
        let last = (end - 1) / SparseBytes.sectorSize
        let isZero = bytes.isZero
        // Zeros where nothing else was ever written need no memory. A log writes many: it fills its files with zeros in advance.
        if isZero, unflushed.isEmpty, max(cached.storedSectors, durable.storedSectors) <= first {
            return
        }
        for index in first...last {
            let start = index * SparseBytes.sectorSize
            let from = max(offset, start)
            let to = min(end, start + SparseBytes.sectorSize)
            let old = cached[index]
            if isZero, old == nil, durable[index] == nil, unflushed[index] == nil { continue }
            var sector = old ?? [UInt8](repeating: 0, count: SparseBytes.sectorSize)
            let part = bytes.dropFirst(from - offset).prefix(to - from)
            sector.replaceSubrange(from - start..<to - start, with: part)
            write(sector.isZero ? nil : sector, to: index, numbered: change)
        }
    }

    /// Gives the file another size; what is cut off reads as zeros if the file grows again.
    mutating func truncate(to size: Int, numbered change: UInt64) {
        let before = cached
        cached.size = size
        sizes.append((change, size))
        cached.clearBehindSize()
        for index in 0..<before.storedSectors where before[index] != cached[index] {
            unflushed[index, default: []].append(Version(change: change, sector: cached[index]))
        }
    }

    private mutating func write(_ sector: [UInt8]?, to index: Int, numbered change: UInt64) {
        cached[index] = sector
        // The disk has exactly this sector, and no other version of it is waiting to be flushed.
        if unflushed[index] == nil, durable[index] == sector { return }
        unflushed[index, default: []].append(Version(change: change, sector: sector))
    }

    /// Makes all that was not flushed durable, but for sectors that an earlier failed flush has lost (`failFlush`).
    mutating func flush() {
        for (index, versions) in unflushed { durable[index] = versions.last?.sector }
        if let last = sizes.last { durable.size = last.size }
        unflushed = [:]
        sizes = []
    }

    /// A flush that fails: some sectors become durable. The others are still read, from the cache, but no later flush makes them
    /// durable unless they are written again. The size is not lost: the next flush makes it durable.
    mutating func failFlush(
        keeping survival: Survival, using chance: inout some RandomNumberGenerator
    ) {
        take(survival, using: &chance)
        unflushed = [:]
    }

    /// The machine loses power: a part of what was not flushed becomes durable, and from now on only that is read.
    mutating func losePower(
        keeping survival: Survival, using chance: inout some RandomNumberGenerator
    ) {
        take(survival, using: &chance)
        if let size = sizes.last(where: { survival.keeps($0.change, using: &chance) })?.size {
            durable.size = size
        }
        durable.clearBehindSize()
        cached = durable
        unflushed = [:]
        sizes = []
    }

    /// Makes of each sector the latest version durable that survives.
    private mutating func take(_ survival: Survival, using chance: inout some RandomNumberGenerator) {
        // Sorted, as each draw uses up chance: a dictionary's order differs between processes, and the outcome would too.
        for index in unflushed.keys.sorted() {
            let version = unflushed[index]?.last { survival.keeps($0.change, using: &chance) }
            if let version { durable[index] = version.sector }
        }
    }

    /// Changes the bits of `mask` in one byte, on the disk and as it is read: the disk has gone bad there.
    mutating func flip(at offset: Int, by mask: UInt8) {
        for bytes in [\FileNode.cached, \FileNode.durable] {
            guard offset < self[keyPath: bytes].size else { continue }
            let index = offset / SparseBytes.sectorSize
            var sector =
                self[keyPath: bytes][index] ?? [UInt8](repeating: 0, count: SparseBytes.sectorSize)
            sector[offset % SparseBytes.sectorSize] ^= mask
            self[keyPath: bytes][index] = sector.isZero ? nil : sector
        }
    }
}
