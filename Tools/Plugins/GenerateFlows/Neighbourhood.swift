import Foundation

/// The specs beside those of a module: what FlowCompiler is told of for each of them.
struct Neighbourhood {
    /// The specs of the module.
    let own: [SpecFile]
    /// The specs of the modules that it can import.
    var importable: [SpecFile] = []
    /// The specs whose tests lie in one module with those of the module's own specs, if these get tests.
    var tested: [SpecFile] = []
    /// The specs of targets that the module's target does not see, though it could, with the targets' names.
    var elsewhere: [(target: String, file: URL)] = []

    /// What each call of FlowCompiler about a spec of the module ends with, so that a build and `regenerate-flows` make the same text.
    func arguments(for spec: SpecFile, isPackable: Bool) -> [String] {
        (isPackable ? ["--packed"] : []) + others(than: spec).flatMap { ["--beside", $0.file.path] }
            + importable.flatMap { ["--import", $0.module, $0.file.path] }
            + testedElsewhere.flatMap { ["--tested", $0.file.path] }
            + elsewhere.flatMap { ["--elsewhere", $0.target, $0.file.path] } + [spec.file.path]
    }

    /// The files that FlowCompiler may read to make Swift of the spec. It reads those of targets that are not seen only where it then fails.
    func inputs(for spec: SpecFile) -> [URL] {
        let files = Set((own + importable + testedElsewhere).map(\.file) + spec.released)
        return files.sorted { $0.path < $1.path }
    }

    private func others(than spec: SpecFile) -> [SpecFile] { own.filter { $0.file != spec.file } }

    /// The module's own specs are tested beside each other anyway.
    private var testedElsewhere: [SpecFile] {
        let files = Set(own.map(\.file))
        return tested.filter { !files.contains($0.file) }
    }
}
