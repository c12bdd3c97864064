#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Tells the build of this program from every other one, by the program's own file.
enum ProgramBuild {
    /// How long the file is and when it was written, which each build changes; nil where the system does not tell.
    ///
    /// A checksum would tell the same of a copy of the file too, but reading tens of megabytes takes long in a debug build.
    static var mark: String? {
        guard let file = status else { return nil }
        #if canImport(Darwin)
            let written = file.st_mtimespec
        #else
            let written = file.st_mtim
        #endif
        return "\(file.st_size) \(written.tv_sec) \(written.tv_nsec)"
    }

    private static var status: stat? {
        var status = stat()
        #if canImport(Darwin)
            var length: UInt32 = 0
            // This call says only how long the path is.
            _ = _NSGetExecutablePath(nil, &length)
            var path = [CChar](repeating: 0, count: Int(length))
            guard _NSGetExecutablePath(&path, &length) == 0 else { return nil }
            return stat(path, &status) == 0 ? status : nil
        #else
            return stat("/proc/self/exe", &status) == 0 ? status : nil
        #endif
    }
}
