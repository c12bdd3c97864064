import KeywayCore
import ProviderFlows

/// An effect as it is noted: `createRequest`, or behind the name of the way `smart.begin`.
struct EffectName {
    private let leg: String?
    private let name: String

    init(_ text: String) {
        let parts = text.split(separator: ".").map(String.init)
        leg = parts.count > 1 ? parts[0] : nil
        name = parts.last ?? ""
    }

    /// Whether the flow says that it happens at most once for each order.
    var isOnce: Bool {
        let child = PhoneLogin.table.children.first { $0.name == leg }
        let table = leg == nil ? PhoneLogin.table : child?.table
        return table?.effects.first { $0.name == name }?.isOnce ?? false
    }
}
