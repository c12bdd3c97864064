/// Every combination of the values of some slots, the last slot changing fastest.
struct GuardProduct {
    let slots: [Slot]
    /// The values to combine, a list for each slot.
    let values: [[Scalar]]
    /// How many combinations there are; nil past `Int.max`.
    let count: Int?

    init(_ slots: [Slot], _ values: [[Scalar]]) {
        self.slots = slots
        self.values = values
        var count: Int? = 1
        for list in values {
            count = count.flatMap {
                let (product, overflow) = $0.multipliedReportingOverflow(by: list.count)
                return overflow ? nil : product
            }
        }
        self.count = count
    }

    /// Puts every combination into `readings` and calls `visit` with it, until `visit` returns false.
    func visit(_ readings: Readings, _ visit: (Readings) -> Bool) {
        guard values.allSatisfy({ !$0.isEmpty }) else { return }
        var readings = readings
        var places = [Int](repeating: 0, count: slots.count)
        for (slot, list) in zip(slots, values) { readings.put(list[0], in: slot) }
        while visit(readings) {
            var position = slots.count - 1
            while position >= 0 {
                places[position] += 1
                if places[position] < values[position].count { break }
                places[position] = 0
                readings.put(values[position][0], in: slots[position])
                position -= 1
            }
            guard position >= 0 else { return }
            readings.put(values[position][places[position]], in: slots[position])
        }
    }
}
