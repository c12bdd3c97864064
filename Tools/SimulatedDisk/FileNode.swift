/// What a file system keeps of a file (an inode), twice: as the machine sees it, and as the disk has it.
struct FileNode: Sendable {
    /// A sector as it was at some moment since the last flush; the disk may have taken any of them.
    private struct Version: Sendable {
        var change: UInt64
        var sector: [UInt8]?
    }

    /// What reading gives: the page cache.
    private(set) var cached = SparseBytes()
    /// What the disk has, come what may.
    private(set) var durable = SparseBytes()
    private var unflushed: [Int: [Version]] = [:]
    private var sizes: [(change: UInt64, size: Int)] = []

    /// A file without bytes.
    init() {}

    /// A file that was flushed.
    init(_ bytes: [UInt8]) {
        put(bytes, at: 0, as: 0)
        flush()
    }

    var size: Int { cached.size }

    mutating func put(_ bytes: some RandomAccessCollection<UInt8>, at offset: Int, as change: UInt64) {
        guard !bytes.isEmpty else { return }
        let end = offset + bytes.count
        if end > cached.size {
            cached.size = end
            sizes.append((change, end))
        }
        let first = offset / SparseBytes.sectorSize
        let last = (end - 1) / SparseBytes.sectorSize
        let isZero = bytes.isZero
        // Zeros where nothing was ever written, as a segment that is prepared ahead has them, need no memory.
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
            write(sector.isZero ? nil : sector, to: index, as: change)
        }
    }

    mutating func cut(to size: Int, as change: UInt64) {
        let before = cached
        cached.size = size
        sizes.append((change, size))
        cached.clearBehindSize()
        for index in 0..<before.storedSectors where before[index] != cached[index] {
            unflushed[index, default: []].append(Version(change: change, sector: cached[index]))
        }
    }

    private mutating func write(_ sector: [UInt8]?, to index: Int, as change: UInt64) {
        cached[index] = sector
        // What the disk has already, and nothing else is on its way there.
        if unflushed[index] == nil, durable[index] == sector { return }
        unflushed[index, default: []].append(Version(change: change, sector: sector))
    }

    /// The disk takes all that is on its way. Sectors that an earlier flush lost (`failFlush`) are not on their way any more.
    mutating func flush() {
        for (index, versions) in unflushed { durable[index] = versions.last?.sector }
        if let last = sizes.last { durable.size = last.size }
        unflushed = [:]
        sizes = []
    }

    /// The disk takes a part and refuses the rest. Reading still gives the refused sectors, for they are in the cache, and no
    /// later flush writes them. The file's size is still on its way.
    mutating func failFlush(
        keeping survival: Survival, using chance: inout some RandomNumberGenerator
    ) {
        take(survival, using: &chance)
        unflushed = [:]
    }

    /// What was on its way arrived in part, and reading gives what the disk has.
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

    private mutating func take(_ survival: Survival, using chance: inout some RandomNumberGenerator) {
        // In the order of the sectors: that of a dictionary differs from process to process.
        for index in unflushed.keys.sorted() {
            let version = unflushed[index]?.last { survival.keeps($0.change, using: &chance) }
            if let version { durable[index] = version.sector }
        }
    }

    /// A byte rots, on the disk and in what was read of it.
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
