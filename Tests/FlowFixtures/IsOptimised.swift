/// Whether the tests are built with optimisation, so that what takes minutes without it takes seconds.
package let isOptimised = {
    var isDebug = false
    assert(
        {
            isDebug = true
            return true
        }())
    return !isDebug
}()

extension Array {
    /// So many of them at most, others in each run of the tests; all of them where the tests are optimised.
    package func drawn(_ count: Int) -> ArraySlice<Element> {
        isOptimised ? self[...] : shuffled().prefix(count)
    }
}
