/// Where a server is, and how to speak with it.
struct ConnectionAddress: Equatable, Sendable {
    /// One option of libpq, by its name.
    struct Option: Equatable, Sendable {
        var name: String
        var value: String
    }

    /// What libpq is given: the connection string first, which libpq reads itself, then the options that are added to it. Of two
    /// options of one name libpq takes the later one.
    let options: [Option]
    /// For each host, in the order in which they are tried, the options that name it alone; they are given to libpq behind `options`. One
    /// empty list where the address names one host, or leaves the choice to libpq.
    let hosts: [[Option]]
    /// Whether a connection has each statement prepared once, and does not send its text each time.
    let preparesStatements: Bool
    /// The database and its server, as errors name them: never with a password.
    let name: String

    /// - Parameters:
    ///   - conninfo: as the app gives it.
    ///   - said: the options that the string says, as libpq reads it.
    ///   - environment: gives the value of a variable of the process, for the defaults that libpq takes from there.
    init(
        _ conninfo: String, saying said: [Option], preparesStatements: Bool, environment: (String) -> String?
    ) {
        func value(_ name: String, _ variable: String) -> String? {
            said.last { $0.name == name && !$0.value.isEmpty }?.value ?? environment(variable)
        }
        var options = [Option(name: "dbname", value: conninfo)]
        options.append(Option(name: "fallback_application_name", value: "keyway"))
        options.append(Option(name: "client_encoding", value: "UTF8"))
        // Where `hostaddr` is set, libpq connects to that, and not to `host`.
        let host = value("hostaddr", "PGHOSTADDR") ?? value("host", "PGHOST")
        let isService = value("service", "PGSERVICE") != nil
        // libpq's own default, `prefer`, asks no server to prove who it is, and goes on without encryption where the server wants none.
        if value("sslmode", "PGSSLMODE") == nil, !isService, let host, !host.isLocal {
            options.append(Option(name: "sslmode", value: "verify-full"))
        }
        // A connection whose other end is gone is noticed in seconds, and the next of several hosts is tried.
        // The first of these is in milliseconds, the others are in seconds.
        for (name, time) in [("tcp_user_timeout", "5000"), ("keepalives_idle", "15"), ("keepalives_interval", "5")]
        where !said.contains(where: { $0.name == name }) && !isService {
            options.append(Option(name: name, value: time))
        }
        self.options = options
        // libpq draws the order itself where it is to be a random one.
        let isDrawn = said.contains { $0.name == "load_balance_hosts" }
        hosts =
            isService || isDrawn
            ? [[]]
            : Self.hosts(
                named: value("host", "PGHOST"), at: value("hostaddr", "PGHOSTADDR"), ports: value("port", "PGPORT"))
        self.preparesStatements = preparesStatements
        let database = value("dbname", "PGDATABASE").map { "the database '\($0)'" } ?? "the database"
        // Two servers of one machine differ in their ports alone.
        let place = [host, value("port", "PGPORT").map { "port \($0)" }].compactMap { $0 }.joined(separator: ", ")
        name =
            value("service", "PGSERVICE").map { "\(database) of the service '\($0)'" }
            ?? (place.isEmpty ? database : "\(database) at \(place)")
    }

    /// The options that name one host each. A list that libpq refuses, or of which it fills in a part, is left to it as a whole.
    private static func hosts(named names: String?, at addresses: String?, ports: String?) -> [[Option]] {
        func list(_ text: String?) -> [String] {
            text?.split(separator: ",", omittingEmptySubsequences: false).map { String($0) } ?? []
        }
        var lists = [("host", list(names)), ("hostaddr", list(addresses)), ("port", list(ports))]
        // One port is that of all hosts.
        if lists[2].1.count == 1 { lists.removeLast() }
        lists.removeAll { $0.1.isEmpty }
        let count = lists.first?.1.count ?? 0
        guard count > 1, lists.allSatisfy({ $0.1.count == count && !$0.1.contains("") }) else { return [[]] }
        return (0..<count).map { place in lists.map { Option(name: $0.0, value: $0.1[place]) } }
    }
}

extension String {
    /// Whether each host of the list is this machine: a socket's folder, or an address of its own.
    fileprivate var isLocal: Bool {
        split(separator: ",").allSatisfy { host in
            host.hasPrefix("/") || host.hasPrefix("@") || host == "localhost" || host == "::1"
                || host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." }
        }
    }
}
