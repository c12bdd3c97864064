package import FlowLanguage

extension FlowSpec {
    /// The names of the flows that this one runs as sub-flows.
    package var subFlowNames: Set<String> {
        elements.reduce(into: []) { names, element in
            if case .item(let item) = element { names.formUnion(item.subFlowNames) }
        }
    }
}

extension Item {
    fileprivate var subFlowNames: [String] {
        switch self {
        case .child(_, let flow, _, _): [flow.text]
        case .group(let group): group.items.flatMap(\.subFlowNames)
        case .state(let state): state.items.flatMap(\.subFlowNames)
        default: []
        }
    }
}
