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
    /// At most so many elements, drawn anew in each run of the tests; all elements where the tests are built with optimisation.
    package func drawn(_ count: Int) -> ArraySlice<Element> {
        isOptimised ? self[...] : shuffled().prefix(count)
    }
}
