import FlowGenerator
import FlowLanguage
import FlowMachine
import KeywayFileLog

/// The generated files that one call asks for, each with the text that it must have.
struct Generation {
    /// What is made of each flow.
    struct Product {
        /// Which files.
        enum Kind {
            case flow
            /// A test suite and a readable switch for it; `module` is the module that they test.
            case tests(module: String?)
        }

        let kind: Kind
        /// Whether the generated flow is for packed runs as well.
        let isPackable: Bool
        /// The modules, by the names of their flows, that have the flows of sub-flows.
        let modules: [String: String]

        /// - Throws: `UsageError` for a module without tests of it, with a name that Swift cannot import, or without its flow.
        init(_ arguments: Arguments) throws(UsageError) {
            let module = arguments[.module]
            if let module, arguments[.tests] == nil {
                throw UsageError(
                    "--module \(module.harmless) says whose flows are tested: it needs --tests", helpOf: "generate")
            }
            if let module, !module.isImportable {
                throw UsageError(
                    "--module needs the name of a Swift module, not '\(module.harmless)'", helpOf: "generate")
            }
            kind = arguments[.tests] == nil ? .flow : .tests(module: module)
            isPackable = arguments[.packed] != nil
            modules = try Self.modules(arguments)
        }

        /// The modules that the options `--import MODULE.FLOW` name, by the flows.
        private static func modules(_ arguments: Arguments) throws(UsageError) -> [String: String] {
            var modules: [String: String] = [:]
            for text in arguments.lists[Option.imported.name] ?? [] {
                let names = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
                guard names.count == 2, names.allSatisfy(\.isImportable) else {
                    throw UsageError(
                        "--import needs MODULE.FLOW, as 'Doors.DoorCode', not '\(text.harmless)'", helpOf: "generate")
                }
                if let other = modules.updateValue(names[0], forKey: names[1]), other != names[0] {
                    throw UsageError(
                        "--import says that \(names[1]) is in \(other) and in \(names[0])", helpOf: "generate")
                }
            }
            return modules
        }

        var isOfTests: Bool { if case .tests = kind { true } else { false } }

        /// The files that are made of the flow: their names, without a folder, and their texts.
        func files(_ machine: Machine, in source: SourceText) -> [(name: String, text: String)] {
            switch kind {
            case .flow:
                let text = SwiftFlow(machine, in: source, isPackable: isPackable, importing: modules).text
                return [(SwiftFlow.fileName(of: machine.name.text), text)]
            case .tests(let module):
                let tests = FlowTests(
                    of: machine, in: source, testing: module, isPackable: isPackable, importing: modules)
                return [tests.suite, tests.readableSwitch].map { ($0.name, $0.text) }
            }
        }

        /// The options by which a call of `keyway generate` asks for this product, each with a blank before it.
        var options: String {
            let tests =
                switch kind {
                case .flow: ""
                case .tests(let module): " --tests" + (module.map { " --module \($0)" } ?? "")
                }
            return tests + (isPackable ? " --packed" : "")
        }

        /// The options that stand behind the flows, as they take more than one word, each with a blank before it.
        var optionsBehind: String {
            modules.isEmpty
                ? "" : " --import " + modules.sorted { $0.key < $1.key }.map { "\($1).\($0)" }.joined(separator: " ")
        }
    }

    let product: Product
    let folder: String
    /// The flows as the call names them; a refusal repeats them in the command that makes stale files anew.
    let words: [String]
    /// The folder in which the call looks flows up by name; nil where it names none.
    let specs: String?
    let files: [(path: String, text: String)]
    /// For each flow that is asked for, the flows of its sub-flows.
    let children: [(parent: String, flows: [String])]
    /// The flows of which the generated code may speak.
    let namedFlows: Set<String>
    /// The names of the specs' files, without a folder, and the flow that each declares.
    let specNames: [(file: String, flow: String)]

    /// Generates everything in memory; nothing is written before all specs are known to be right.
    init(
        _ product: Product, of words: [String], below specs: String?, found lookup: FlowLookup, into folder: String
    ) throws(CallRefusal) {
        var files: [(path: String, text: String)] = []
        var paths: [String: String] = [:]
        var children: [(parent: String, flows: [String])] = []
        var namedFlows: Set<String> = []
        var specNames: [(file: String, flow: String)] = []
        for word in words {
            let file = try lookup.file(word)
            let machine = try file.runnableMachine()
            let name = machine.name.text
            if let other = paths.updateValue(file.source.path, forKey: name) {
                let places = other == file.source.path ? other : "\(other) and in \(file.source.path)"
                throw CallRefusal("flow '\(name)' is asked for twice: in \(places)")
            }
            children.append((name, machine.children.map(\.flowName.text)))
            namedFlows.formUnion(machine.namedFlows)
            specNames.append((file.source.path.lastComponent, name))
            files += product.files(machine, in: file.source).map { (folder.appending(component: $0.name), $0.text) }
        }
        self.product = product
        self.folder = folder
        self.words = words
        self.specs = specs
        self.files = files
        self.children = children
        self.namedFlows = namedFlows
        self.specNames = specNames
    }

    /// Writes the files that are missing or have another text, and returns their paths.
    func write() throws(CallRefusal) -> [String] {
        try refuseForeignFiles()
        try FileAccess.makeFolder(folder)
        var written: [String] = []
        for file in files where try !isAsItMustBe(file) {
            try OutputFile(path: file.path, sign: SwiftFlow.sign).write(file.text)
            written.append(file.path)
        }
        return written
    }

    /// - Throws: `CallRefusal` with the stale files, and the command that makes them anew.
    func check() throws(CallRefusal) {
        var stale: [String] = []
        for file in files where try !isAsItMustBe(file) { stale.append(file.path.lastComponent) }
        guard !stale.isEmpty else { return }
        throw CallRefusal([
            .init("not as the spec says: \(stale.joined(separator: ", "))", at: folder), .init("run: \(command)"),
        ])
    }

    /// The call that writes the files.
    private var command: String {
        let places = specs.map { " --specs \($0.quotedForAShell)" } ?? ""
        let flows = words.map(\.quotedForAShell).joined(separator: " ") + product.optionsBehind
        return "keyway generate\(product.options) \(flows)\(places) --out \(folder.quotedForAShell)"
    }

    private func isAsItMustBe(_ file: (path: String, text: String)) throws(CallRefusal) -> Bool {
        try FileAccess.holds(Array(file.text.utf8), at: file.path, as: "generated code")
    }

    /// Refuses a folder with any file that was not generated, since it is probably the wrong folder.
    private func refuseForeignFiles() throws(CallRefusal) {
        guard try FileAccess.isFolder(folder, for: "generated files") else { return }
        for path in try FileAccess.files(in: folder, endingIn: [""]) {
            guard try FileAccess.bytes(of: path, as: "generated code").hasMarker(SwiftFlow.sign) else {
                throw CallRefusal("this file was not generated, so nothing is written into \(folder)", at: path)
            }
        }
    }
}

extension String {
    /// The text as a shell reads it as one word: in quotes where it has other characters than letters, digits and `/._-@+:`.
    var quotedForAShell: String {
        let isPlain = !isEmpty && utf8.allSatisfy { $0.isLetterOrDigit || "/._-@+:".utf8.contains($0) }
        return isPlain
            ? self : "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }

    /// Whether the text can stand after `import` as a module's name.
    fileprivate var isImportable: Bool {
        guard let first = utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first) else { return false }
        return utf8.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") }
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}
