#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A folder on the disk that is measured; it is removed, with everything in it, when this object is released.
final class ScratchFolder {
    let path: String

    /// Makes a folder with a new name in `place`, a folder on the disk that is measured.
    init(in place: String = ".") throws(SystemRefusal) {
        var name = Array("\(place)/measured-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else { throw SystemRefusal(attempt: "make a folder in \(place)") }
        path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { removeAll(path) }
}

/// How many bytes the files of a folder have together, without those of its folders.
func bytes(inFilesOf folder: String) throws(SystemRefusal) -> Int {
    guard let open = opendir(folder) else { throw SystemRefusal(attempt: "open \(folder)") }
    defer { closedir(open) }
    var sum = 0
    while let entry = readdir(open) {
        var facts = stat()
        guard stat("\(folder)/\(name(of: entry))", &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { continue }
        sum += Int(facts.st_size)
    }
    return sum
}

private func name(of entry: UnsafeMutablePointer<dirent>) -> String {
    withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
}

/// Removes a file, or a folder and what is in it.
private func removeAll(_ path: String) {
    if let folder = opendir(path) {
        while let entry = readdir(folder) {
            let name = name(of: entry)
            if name != ".", name != ".." { removeAll("\(path)/\(name)") }
        }
        closedir(folder)
    }
    remove(path)
}

/// A call of the system that failed.
struct SystemRefusal: Error {
    /// What was to be done.
    var attempt: String
    /// The system's error number.
    var number = errno

    init(attempt: String) {
        self.attempt = attempt
    }
}
