#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// How long processors have worked for this process, on all its threads together, in seconds.
func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// How many bytes of memory the process holds now; nil where the system does not say.
func residentSize() -> Int? {
    guard let file = fopen("/proc/self/statm", "r") else { return nil }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 128)
    guard fgets(&line, Int32(line.count), file) != nil else { return nil }
    // The second number of the line is how many pages are resident. 32 is a space, 48 to 57 are the digits.
    let numbers = line.prefix { $0 != 0 }.split(separator: 32).map { digits in
        digits.prefix { (48...57).contains($0) }.reduce(0) { $0 * 10 + Int($1) - 48 }
    }
    return numbers.count > 1 ? numbers[1] * Int(getpagesize()) : nil
}

/// How many bytes of memory the process held at most so far; nil on Apple's systems, where `ru_maxrss` is not in kilobytes.
func highestResidentSize() -> Int? {
    #if canImport(Glibc)
        var usage = rusage()
        return getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage) == 0 ? usage.ru_maxrss * 1024 : nil
    #else
        return nil
    #endif
}
