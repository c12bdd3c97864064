/// The flows that ship with Keyway; the build makes each from its spec in this folder, and lists them in `all`.
public enum ProviderFlows {}
