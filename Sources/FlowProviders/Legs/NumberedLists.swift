/// Lists that are met again and again, each by its number; the first is empty.
struct NumberedLists<Element: Hashable> {
    /// The elements of all lists, one list after the other.
    private var elements: [Element] = []
    private var places = [0..<0]
    private var numbers: [[Element]: Int32] = [[]: 0]

    /// The list with this number.
    subscript(number: Int32) -> [Element] { Array(elements[places[Int(number)]]) }

    /// The number of the list, which is a new one where the list was never met.
    mutating func number(of list: [Element]) -> Int32 {
        if let known = numbers[list] { return known }
        let number = Int32(clamping: places.count)
        numbers[list] = number
        places.append(elements.places(adding: list))
        return number
    }
}

extension Array {
    /// Adds the elements, and tells where they are from now on.
    mutating func places(adding more: [Element]) -> Range<Int> {
        let first = count
        self += more
        return first..<count
    }
}
