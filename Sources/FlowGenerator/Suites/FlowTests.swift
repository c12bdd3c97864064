public import FlowLanguage
public import FlowMachine
import KeywayCore
import KeywayPacked
import KeywaySuites

/// What a test target gets of a flow: its suite, and its readable switch.
public struct FlowTests: Sendable {
    /// The suite's file and its text.
    public let suite: GeneratedFile
    /// The switch's file and its text.
    public let readableSwitch: GeneratedFile

    /// What the names of the two files and of their types end in, behind the flow's name.
    package static let endings = ["Tests", "Switch"]
    /// What asks `keyway generate` for the tests.
    static let option = "--tests"

    /// Makes both files.
    ///
    /// - Parameters:
    ///   - machine: one that has passed the rules.
    ///   - source: of its path only the file's name counts.
    ///   - module: has the generated flow; nil when the flow stands beside its tests.
    ///   - isPackable: whether the generated flow is a `PackableFlow` as well. Without effect for a flow that cannot be packed: one with
    ///     sub-flows or lanes, or one for which packed runs have no room.
    ///   - modules: for each flow that the files name and that lies in another module than `module`, its module, by the flow's name.
    public init(
        of machine: Machine, in source: SourceText, testing module: String?, isPackable: Bool = false,
        importing modules: [String: String] = [:]
    ) {
        let flow = machine.name.text
        let spec = source.path.split(separator: "/").last.map(String.init) ?? source.path
        let imported = ImportedFlows(FlowModel(machine).flowsOfEnumerations, of: modules)
        let options = Self.option + " " + (isPackable ? "--packed " : "") + (module.map { "--module \($0) " } ?? "")
        let header = GeneratedHeader(spec: spec, call: options + flow + imported.options)
        suite = GeneratedFile(
            name: flow + "Tests.swift",
            text: SuiteFile(
                suite: FlowSuite(of: machine), header: header, module: module,
                isPacked: isPackable && PackedTable(Table(of: machine)) != nil
            ).text)
        readableSwitch = GeneratedFile(
            name: flow + "Switch.swift",
            text: SwitchSource(machine, header: header, module: module, importing: modules).text)
    }
}

/// A file that the generator makes.
public struct GeneratedFile: Hashable, Sendable {
    /// Without a folder; it begins with the name of the flow.
    public var name: String
    /// All of it, with a line end behind the last line.
    public var text: String
}
