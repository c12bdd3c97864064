import KeywayFileLog
import KeywayLog
import ProgramStreams

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Reading files and looking into folders, with a sentence for whatever goes wrong.
enum FileAccess {
    /// 64 MiB: more than any spec or transcript has, so whatever is larger is something else.
    static let greatestSize = 64 << 20

    /// The bytes of a file, or of a pipe until its end; `role` names in a refusal what the file should be, as `a spec`.
    static func bytes(
        of path: String, as role: String, upTo greatestSize: Int = greatestSize
    ) throws(CallRefusal) -> [UInt8] {
        switch try kind(of: path) {
        case nil: throw CallRefusal(absence(of: path), at: path)
        case .folder?:
            // A folder that cannot be opened stands in a list of files to say so.
            do { _ = try SystemFileSystem().openFolder(path) } catch { throw CallRefusal(error) }
            throw CallRefusal("this is a folder, not \(role)", at: path)
        case .file?, .other?: break
        }
        let descriptor = open(path, O_RDONLY)
        guard descriptor >= 0 else { throw refusal("open", path) }
        defer { close(descriptor) }
        let bytes = try self.bytes(ofOpen: descriptor, path, upTo: greatestSize)
        guard bytes.count <= greatestSize else { throw CallRefusal("this is too large to be \(role)", at: path) }
        return bytes
    }

    /// Why there is nothing to read at the path, though a folder or a call may name it.
    private static func absence(of path: String) -> String {
        // Bytes of a name that are not UTF-8 have become this replacement character, so the path does not lead to the file.
        if path.contains("\u{FFFD}") { return "its name is not UTF-8, so it cannot be opened: rename it" }
        return isLink(path) ? linkToNothing : "there is no such file"
    }

    /// What a refusal says of a link where `kind(of:)` finds nothing.
    static let linkToNothing = "this link leads to nothing"

    /// Whether a link stands at the path, wherever it leads to.
    static func isLink(_ path: String) -> Bool {
        var state = stat()
        return lstat(path, &state) == 0 && state.st_mode & S_IFMT == S_IFLNK
    }

    /// The bytes of an open file to its end; one that is larger than `greatestSize` is read a little beyond that and no further.
    ///
    /// - Parameter name: what a refusal calls the file.
    static func bytes(
        ofOpen descriptor: Int32, _ name: String, upTo greatestSize: Int = .max
    ) throws(CallRefusal) -> [UInt8] {
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &part, part.count)
            if count == 0 { return bytes }
            guard count > 0 else {
                if errno == EINTR { continue }
                throw refusal("read", name)
            }
            bytes += part.prefix(count)
            if bytes.count > greatestSize { return bytes }
        }
    }

    /// What stands at the path; nil if nothing does.
    static func kind(of path: String) throws(CallRefusal) -> FileKind? {
        do { return try SystemFileSystem().kind(of: path) } catch {
            // A path that leads through a file, as if it were a folder, leads to nothing.
            if error.number == ENOTDIR { return nil }
            throw CallRefusal(error)
        }
    }

    /// False also where nothing stands at the path.
    static func isFolder(_ path: String) throws(CallRefusal) -> Bool { try kind(of: path) == .folder }

    /// Whether a file with exactly these bytes stands at the path.
    static func holds(_ bytes: [UInt8], at path: String, as role: String) throws(CallRefusal) -> Bool {
        guard try kind(of: path) == .file else { return false }
        return try self.bytes(of: path, as: role) == bytes
    }

    /// Whether a folder stands at the path; refuses where something else does.
    ///
    /// - Parameter purpose: what the folder is wanted for, as a sentence goes on.
    static func isFolder(_ path: String, for purpose: String) throws(CallRefusal) -> Bool {
        switch try kind(of: path) {
        case nil: return false
        case .folder?: return true
        case .file?, .other?: throw CallRefusal("this is a file, not a folder for \(purpose)", at: path)
        }
    }

    /// The files of a folder and of all folders in it whose names end in one of `endings`, in the order of their paths, without hidden ones.
    ///
    /// A link that leads to nothing, a name that is not UTF-8, and a folder in the folder that cannot be looked into, are among them: the
    /// caller fails to open such a path, so that it is not passed over, and the other files are found all the same.
    static func files(in folder: String, endingIn endings: [String]) throws(CallRefusal) -> [String] {
        var seen: Set<String> = []
        return try files(in: folder, endingIn: endings, besides: &seen)
    }

    /// `seen` has the folders that were gone through already: a link may lead back to a folder above.
    private static func files(
        in folder: String, endingIn endings: [String], besides seen: inout Set<String>
    ) throws(CallRefusal) -> [String] {
        guard seen.insert(identity(of: folder)).inserted else { return [] }
        let names: [String]
        do { names = try SystemFileSystem().openFolder(folder).names() } catch { throw CallRefusal(error) }
        var paths: [String] = []
        for name in names.sorted() where !name.hasPrefix(".") {
            let path = folder.appending(component: name)
            switch try kind(of: path) {
            case .folder?:
                do throws(CallRefusal) { paths += try files(in: path, endingIn: endings, besides: &seen) } catch {
                    paths.append(path)
                }
            case .file? where endings.contains(where: { name.hasSuffix($0) }): paths.append(path)
            // Nothing can be opened at this path. A name that is not UTF-8 counts whatever its ending: it may be a folder's.
            case nil where name.contains("\u{FFFD}") || endings.contains(where: { name.hasSuffix($0) }):
                paths.append(path)
            case .file?, .other?, nil: break
            }
        }
        return paths
    }

    /// The file's absolute path without links, which all paths of the file share; the given path where that is unknown.
    static func identity(of path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        return String(cString: real)
    }

    /// The folder in which the file at this path lies, as an absolute path without links; where no file stands there, as for standard
    /// input or a file to be written, the folder in which it would lie.
    static func realFolder(of path: String) -> String {
        guard let real = realpath(path, nil) else {
            let folder = path.parentFolder
            return identity(of: folder.isEmpty ? "." : folder)
        }
        defer { free(real) }
        return String(cString: real).parentFolder
    }

    /// The folder of the file at this path, with a slash at its end, as the path spells it, empty where it names none; the real one where the
    /// path is a link, because what belongs to a file lies beside the file and not beside its links.
    static func spelledFolder(of path: String) -> String {
        isLink(path) ? realFolder(of: path).appending(component: "") : String(path.dropLast(path.lastComponent.count))
    }

    /// Makes the folder and those above it that are missing, with the permissions that the process's file mask (umask) leaves.
    ///
    /// This does not make the folder of a log: a log makes its own, for its owner alone.
    static func makeFolder(_ path: String) throws(CallRefusal) {
        if try isFolder(path) { return }
        let parent = path.parentFolder
        if !parent.isEmpty, parent != path { try makeFolder(parent) }
        guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw refusal("create", path) }
    }

    /// Makes a folder with a new name in the parent, and returns its path.
    static func makeFreshFolder(in parent: String) throws(CallRefusal) -> String {
        var template = Array(parent.appending(component: "keyway-XXXXXX").utf8CString)
        guard let path = mkdtemp(&template) else { throw refusal("make a folder in", parent) }
        return String(cString: path)
    }

    /// A refusal with the system's message on why its last call failed; `attempt` says what was tried, as `open`.
    static func refusal(_ attempt: String, _ path: String) -> CallRefusal {
        CallRefusal("cannot \(attempt) it: \(systemMessage(for: errno))", at: path)
    }
}

extension String {
    /// The path of something in the folder at this path.
    func appending(component: String) -> String {
        hasSuffix("/") ? self + component : self + "/" + component
    }

    /// What stands before the last component, empty where it is the only one.
    fileprivate var parentFolder: String {
        let rest = reversed().drop { $0 == "/" }.drop { $0 != "/" }
        let folder = String(rest.drop { $0 == "/" }.reversed())
        return folder.isEmpty && !rest.isEmpty ? "/" : folder
    }

    /// The last component of the path, after its last slash; a slash at the end does not count.
    var lastComponent: String { split(separator: "/").last.map(String.init) ?? self }
}
