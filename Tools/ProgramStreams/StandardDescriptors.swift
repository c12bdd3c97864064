#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The descriptors 0, 1 and 2, which are standard input, output and error.
package enum StandardDescriptors {
    /// Keeps a descriptor of these that is closed from being given to a file that is opened later.
    ///
    /// A process may be started with one of them closed. The system would give its number to the next file that is opened, perhaps a
    /// log, and the program's output would go into that file. Here `/dev/null` takes the number, opened the wrong way round, so
    /// that reading or writing still fails as with a closed descriptor.
    package static func fillClosedOnes() {
        // The system gives the lowest free number, so the closed ones are filled from 0 upwards.
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
