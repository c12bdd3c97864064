/// Lists that are met again and again, each by its number; the first is empty.
struct NumberedLists<Element: Hashable> {
    private(set) var lists: [[Element]] = [[]]
    private var numbers: [[Element]: Int32] = [[]: 0]

    subscript(number: Int32) -> [Element] { lists[Int(number)] }

    mutating func number(of list: [Element]) -> Int32 {
        if let known = numbers[list] { return known }
        let number = Int32(clamping: lists.count)
        numbers[list] = number
        lists.append(list)
        return number
    }
}
