import FlowRules
import KeywayCore
import Testing

@Suite("Numbers that stand for values in guards")
struct ScalarTests {
    @Test("The value of a number is of the kind, also where guards read the presence alone")
    func kinds() {
        let mood = Enumeration(name: "Mood", cases: [.init(name: "calm", codes: []), .init(name: "angry", codes: [])])
        let kinds: [(kind: Kind, numbers: [Int64])] = [
            (.bool, [0, 1]), (.integer(-3...9), [-3, 9]), (.enumCase(of: 0), [0, 1]), (.set(of: 0), [0, 3]),
            // Every present duration has the number 0.
            (.duration(1000...60_000), [0]),
        ]
        for (kind, numbers) in kinds {
            for number in numbers {
                #expect(kind.contains(kind.value(of: number), among: [mood]), "\(number) as \(kind)")
            }
        }
        #expect(Kind.text(1...9).value(of: 0) == .withheld)
    }
}
