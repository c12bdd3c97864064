#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif
#if Postgres
    import LibPQ
#endif

extension ConnectionAddress.Option {
    /// Whether the value can be what its name says. A password with an unescaped `@`, `/` or `:` is read as a part of the host, the
    /// database or the port, which errors show.
    fileprivate var isPlausible: Bool {
        switch name {
        case "host": !value.dropFirst().contains("@")
        case "dbname": !value.contains("@")
        case "port": value.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ",") }
        default: true
        }
    }
}

extension ConnectionAddress {
    /// Reads a connection string: `postgresql://USER@HOST/DATABASE`, or `host=HOST dbname=DATABASE`.
    ///
    /// - Returns: nil where it is none. libpq's reason is not told, because it may have a part of a password in it.
    init?(_ conninfo: String, preparesStatements: Bool) {
        guard let said = Self.options(of: conninfo), said.allSatisfy(\.isPlausible) else { return nil }
        self.init(conninfo, saying: said, preparesStatements: preparesStatements) { variable in
            getenv(variable).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
        }
    }

    /// The options that a connection string says.
    private static func options(of conninfo: String) -> [Option]? {
        #if Postgres
            var reason: UnsafeMutablePointer<CChar>?
            guard let start = PQconninfoParse(conninfo, &reason) else {
                PQfreemem(reason)
                return nil
            }
            defer { PQconninfoFree(start) }
            var said: [Option] = []
            var option = start
            while let name = option.pointee.keyword {
                if let value = option.pointee.val {
                    said.append(Option(name: String(cString: name), value: String(cString: value)))
                }
                option += 1
            }
            return said
        #else
            return []
        #endif
    }
}
