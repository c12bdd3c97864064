import FlowMachine
import KeywayCore

/// The values that the models and sub-flows beside a flow brought to the fields of its events.
struct BroughtValues {
    /// A field of an event, both by their positions.
    private struct Place: Hashable {
        var event: Int
        var field: Int
    }

    /// The events that only models or sub-flows bring. All other events are taken to come with every value.
    private var modelled: Set<Int>
    /// For each field the values that it came with; nil among them says that it came absent.
    private var values: [Place: Set<Value?>] = [:]
    /// The fields that some answer of a model leaves open: they come with every value.
    private var open: Set<Place> = []

    init(by product: Product) {
        let flow = product.legs.root
        let effects = flow.machine.effects
        let free = Set(flow.system.ownEvents)
        let unanswered = effects.indices.filter { !flow.system.answeredEffects.has($0) }
            .reduce(into: Set<Int>()) { $0.formUnion(effects[$1].signature.replies?.events ?? []) }
        modelled = Set(
            flow.machine.events.indices.filter { event in
                switch flow.machine.events[event].signature.origin {
                case .callback: !free.contains(event)
                case .reply: !unanswered.contains(event)
                case .child: !flow.children.isEmpty
                default: false
                }
            })
        for (word, reading) in flow.readings.enumerated() {
            guard let reading, product.legs.evidence.count(of: .told(word: word)) > 0 else { continue }
            for (field, value) in reading.fields.enumerated() {
                values[Place(event: reading.event, field: field), default: []].insert(value)
            }
        }
        for (event, endings) in product.legs.evidence.endingFields {
            for fields in endings {
                for (field, value) in fields.enumerated() {
                    values[Place(event: event, field: field), default: []].insert(value)
                }
            }
        }
        for (effect, declared) in effects.enumerated() where flow.system.answeredEffects.has(effect) {
            guard let replies = declared.signature.replies else { continue }
            for (field, value) in replies.otherwiseFields.enumerated() {
                values[Place(event: replies.otherwise, field: field), default: []].insert(value)
            }
        }
        for answer in product.answersReached {
            for taker in flow.takers[answer] {
                for field in flow.machine.events[taker.event].signature.fields.indices {
                    let place = Place(event: taker.event, field: field)
                    if let value = taker.values[field] {
                        values[place, default: []].insert(value)
                    } else {
                        open.insert(place)
                    }
                }
            }
        }
    }

    /// Whether the event came with the value in its field.
    func has(_ value: Value, inField field: Int, of event: Int) -> Bool {
        let place = Place(event: event, field: field)
        return !modelled.contains(event) || open.contains(place) || values[place]?.contains(value) ?? false
    }
}

extension Product {
    /// The answers that the models came to give, by their positions among those of all.
    fileprivate var answersReached: [Int] {
        legs.words.models.indices.flatMap { provider in
            providers[provider].rowsReached.compactMap { row in
                guard case .answer(let answer) = legs.words.models[provider].rows[row].happening else { return nil }
                return legs.words.firstAnswer[provider] + answer
            }
        }
    }
}
