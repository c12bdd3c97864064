package import KeywayCore

extension RunningFlow {
    /// Whether both are one flow in one version, so that positions of commands and effects mean the same.
    ///
    /// A node has one value for each version that it serves, so tables are rarely compared.
    package func isSameVersion(as other: RunningFlow) -> Bool { self === other || table == other.table }
}
