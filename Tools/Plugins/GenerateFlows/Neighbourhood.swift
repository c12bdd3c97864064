import Foundation

/// The specs that FlowCompiler is told of when it compiles a spec of one module: the module's own, and those around it.
struct Neighbourhood {
    /// The specs of the module.
    let own: [SpecFile]
    /// The specs of the modules that it can import.
    var importable: [SpecFile] = []
    /// The specs whose tests lie in one module with those of the module's own specs, if these get tests: FlowCompiler reports a flow that
    /// is called like a type of such tests.
    var tested: [SpecFile] = []
    /// The specs of libraries that the module's target does not depend on, with the targets' names, to name a dependency that is missing.
    var elsewhere: [(target: String, file: URL)] = []

    /// What each call of FlowCompiler about a spec of the module ends with, so that a build and `regenerate-flows` make the same text.
    func arguments(for spec: SpecFile, isPackable: Bool) -> [String] {
        (isPackable ? ["--packed"] : []) + others(than: spec).flatMap { ["--beside", $0.file.path] }
            + importable.flatMap { ["--import", $0.module, $0.file.path] }
            + testedElsewhere.flatMap { ["--tested", $0.file.path] }
            + elsewhere.flatMap { ["--elsewhere", $0.target, $0.file.path] } + [spec.file.path]
    }

    /// The files that FlowCompiler may read to make Swift of the spec. Those of `elsewhere` are none of them: it reads these only to say
    /// more where it fails.
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
