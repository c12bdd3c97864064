import KeywayCore
import ProviderFlows

/// The name of an effect as handlers note it: `createRequest`, or for an effect of a way (a sub-flow) `smart.begin`.
struct EffectName {
    /// The name of the sub-flow; nil for an effect of the sign-in's own flow.
    private let leg: String?
    private let name: String

    init(_ text: String) {
        let parts = text.split(separator: ".").map(String.init)
        leg = parts.count > 1 ? parts[0] : nil
        name = parts.last ?? ""
    }

    /// Whether the flow declares the effect `once`: each order of it is performed at most once, also after a restart.
    var isOnce: Bool {
        let child = PhoneLogin.table.children.first { $0.name == leg }
        let table = leg == nil ? PhoneLogin.table : child?.table
        return table?.effects.first { $0.name == name }?.isOnce ?? false
    }
}
