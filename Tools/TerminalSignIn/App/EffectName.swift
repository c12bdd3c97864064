import KeywayCore
import ProviderFlows

/// The name of an effect as handlers note it: `createRequest`, or for an effect of a way (a sub-flow) `smart.begin`.
struct EffectName {
    private let leg: String?
    private let name: String

    init(_ text: String) {
        let parts = text.split(separator: ".").map(String.init)
        leg = parts.count > 1 ? parts[0] : nil
        name = parts.last ?? ""
    }

    /// Whether the flow declares the effect `once`: it may be performed at most once for each order.
    var isOnce: Bool {
        let child = PhoneLogin.table.children.first { $0.name == leg }
        let table = leg == nil ? PhoneLogin.table : child?.table
        return table?.effects.first { $0.name == name }?.isOnce ?? false
    }
}
