/// The files that a call names, with those in the folders that it names.
enum SpecPaths {
    /// Each file once, in the order of the paths; the nearest `Specs` where none is named.
    ///
    /// `purpose` says what the command does with the files, as `check`; an error ends with it.
    static func named(
        by given: [String], in surroundings: Surroundings, to purpose: String
    ) throws(CallRefusal) -> [String] {
        var given = given
        if given.isEmpty {
            guard let specs = try SpecFolder.nearest(in: surroundings) else {
                throw CallRefusal("there is no folder Specs here or above; name the files or folders to \(purpose)")
            }
            given = [specs]
        }
        var paths: [String] = []
        for path in given {
            guard path != NamedInput.dash, try FileAccess.isFolder(path) else {
                paths.append(path)
                continue
            }
            let found = try FileAccess.files(in: path, endingIn: [".flow", ".provider", ".profile"])
            if found.isEmpty { throw CallRefusal("there is no .flow, .provider or .profile file in it", at: path) }
            paths += found
        }
        var seen: Set<String> = []
        return paths.filter { seen.insert(FileAccess.identity(of: $0)).inserted }
    }
}
