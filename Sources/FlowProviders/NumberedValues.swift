/// Values that are met again and again, each once and with a number: 0, 1, 2 and so on, in the order in which they were met first.
struct NumberedValues<Element: Hashable>: RandomAccessCollection {
    /// The values by their numbers.
    private(set) var elements: [Element]
    private var numbers: [Element: Int32]

    init() { (elements, numbers) = ([], [:]) }

    /// Values of which the first, number 0, is known from the start.
    init(beginningWith first: Element) { (elements, numbers) = ([first], [first: 0]) }

    var startIndex: Int { 0 }
    var endIndex: Int { elements.count }

    subscript(number: Int) -> Element { elements[number] }

    /// The number of the value, which is a new one, the greatest, where the value was never met.
    mutating func number(of element: Element) -> Int32 {
        if let known = numbers[element] { return known }
        let number = Int32(clamping: elements.count)
        numbers[element] = number
        elements.append(element)
        return number
    }
}

extension NumberedValues: Sendable where Element: Sendable {}
