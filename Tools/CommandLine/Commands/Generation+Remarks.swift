import FlowGenerator

/// What a call is told beside what it asked for; nothing of it is wrong for sure.
extension Generation {
    /// A remark for each flow whose sub-flows have no generated file in the folder: the flow's code does not compile without theirs.
    func missingChildren() throws(CallRefusal) -> [String] {
        guard case .flow = product.kind else { return [] }
        var remarks: [String] = []
        for (parent, flows) in children {
            var missing: [String] = []
            for flow in flows where !missing.contains(flow) && product.modules[flow] == nil {
                let file = folder.appending(component: SwiftFlow.fileName(of: flow))
                if try FileAccess.kind(of: file) == nil { missing.append(flow) }
            }
            if !missing.isEmpty {
                remarks.append("\(parent) compiles in a module with its sub-flows: \(missing.joined(separator: ", "))")
            }
        }
        return remarks
    }

    /// A remark for each `--import` of a flow that no flow of the call names: it changes nothing, and may be misspelt.
    func needlessImports() -> [String] {
        product.modules.filter { !namedFlows.contains($0.key) }.sorted { $0.key < $1.key }.map { flow, module in
            "--import \(module).\(flow) changes nothing: no flow here has a sub-flow of '\(flow)'"
        }
    }

    /// A remark for each generated file in the folder that was made of one of the call's specs under another flow's name.
    ///
    /// A flow that was renamed leaves such a file, which the module still compiles. Another spec with a file of the same name may have made
    /// it too: so it is no more than a remark.
    func leftovers() throws(CallRefusal) -> [String] {
        guard try FileAccess.isFolder(folder, for: "generated files") else { return [] }
        let names = Set(files.map(\.path.lastComponent))
        var remarks: [String] = []
        for path in try FileAccess.files(in: folder, endingIn: [".swift"]) where !names.contains(path.lastComponent) {
            let text = String(
                decoding: try FileAccess.bytes(of: path, as: "generated code").prefix(1 << 12), as: UTF8.self)
            guard let header = GeneratedHeader(in: text), header.isOfTests == product.isOfTests,
                let spec = specNames.first(where: { $0.file == header.spec })
            else { continue }
            remarks.append(
                "\(path.lastComponent) was made of \(spec.file) too, which declares \(spec.flow): where no other \(spec.file) "
                    + "has its flow, remove it")
        }
        return remarks
    }
}
