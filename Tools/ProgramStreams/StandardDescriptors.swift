#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The numbers of standard input, output and error, by which a process reads and writes whatever stands behind them.
package enum StandardDescriptors {
    /// Keeps each of them that is closed from becoming the number of a file that is opened later.
    ///
    /// A process may be started without them, and its result would then go into that file, which may be a log. What stands
    /// behind such a number from now on can be neither read nor written, as if it were still closed.
    package static func keepClosedOnesFree() {
        // The lowest number that is free is given, so that these go upwards.
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
