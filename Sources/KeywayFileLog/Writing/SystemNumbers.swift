/// The system's random numbers, from a generator that is not empty.
///
/// The thread sanitizer follows the address of each argument that is `inout`. A `SystemRandomNumberGenerator` has no bytes, and in
/// optimised code no address that can be read: there the sanitizer crashes.
struct SystemNumbers: RandomNumberGenerator {
    private var system = SystemRandomNumberGenerator()
    private var last: UInt64 = 0

    mutating func next() -> UInt64 {
        last = system.next()
        return last
    }
}
