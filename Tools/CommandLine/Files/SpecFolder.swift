/// Finding the folder that holds the specs.
enum SpecFolder {
    static let name = "Specs"

    /// The nearest folder `Specs`, in a folder of this absolute path or above it; nil if there is none.
    static func nearest(above folder: String) throws(CallRefusal) -> String? {
        var base = folder
        while true {
            let specs = base.appending(component: name)
            if try FileAccess.isFolder(specs) { return specs }
            guard let slash = base.lastIndex(of: "/"), base != "/" else { return nil }
            base = slash == base.startIndex ? "/" : String(base[..<slash])
        }
    }

    /// The nearest folder `Specs`, in the working directory or above it; nil if there is none.
    static func nearest(in surroundings: Surroundings) throws(CallRefusal) -> String? {
        // The path is relative, with `../` for each folder that the search goes up: messages show it.
        var above = surroundings.prefix
        var base = surroundings.workingDirectory
        while true {
            if try FileAccess.isFolder(base.appending(component: name)) { return above + name }
            guard let slash = base.lastIndex(of: "/"), base != "/" else { return nil }
            base = slash == base.startIndex ? "/" : String(base[..<slash])
            above += "../"
        }
    }
}
