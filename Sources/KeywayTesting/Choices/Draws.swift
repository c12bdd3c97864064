/// The numbers for one part of a walk, from a random generator or from a recorded case; it remembers those asked for.
struct Draws {
    private enum Source {
        case random(SeededGenerator)
        case recorded([UInt32])
    }

    private var source: Source
    /// What was drawn so far.
    private(set) var numbers: [UInt32] = []

    init(seed: UInt64) {
        source = .random(SeededGenerator(seed: seed))
    }

    init(_ recorded: [UInt32]) {
        source = .recorded(recorded)
    }

    /// A number from 0 up to, not including, the bound; 0 is the simplest choice, as shrinking tries it first.
    mutating func number(below bound: Int) -> Int {
        guard bound > 1 else { return 0 }
        let limit = UInt64(min(bound, Int(UInt32.max)))
        let number: UInt64
        switch source {
        case .random(var generator):
            number = generator.next() % limit
            source = .random(generator)
        case .recorded(let recorded):
            number = numbers.count < recorded.count ? UInt64(recorded[numbers.count]) % limit : 0
        }
        numbers.append(UInt32(truncatingIfNeeded: number))
        return Int(number)
    }

    /// One element of the list; nil where the list is empty.
    mutating func element<Element>(of list: [Element]) -> Element? {
        list.isEmpty ? nil : list[number(below: list.count)]
    }

    /// True with a chance of one in `times`; false where the drawn number is 0, which shrinking tries first.
    mutating func happens(onceIn times: Int) -> Bool { number(below: times) == times - 1 }
}
