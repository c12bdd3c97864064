#if canImport(Glibc)
    import Glibc

    /// How many bytes of memory the process holds now; nil where the system does not say.
    func residentSize() -> Int? {
        guard let file = fopen("/proc/self/statm", "r") else { return nil }
        defer { fclose(file) }
        var line = [CChar](repeating: 0, count: 128)
        guard fgets(&line, Int32(line.count), file) != nil else { return nil }
        // The second number is the resident pages.
        let numbers = line.prefix { $0 != 0 }.split(separator: 32).map { digits in
            digits.reduce(0) { $0 * 10 + Int($1) - 48 }
        }
        return numbers.count > 1 ? numbers[1] * Int(getpagesize()) : nil
    }
#else
    /// How many bytes of memory the process holds now; nil where the system does not say.
    func residentSize() -> Int? { nil }
#endif
