import Testing

@testable import KeywayPostgres

/// How a connection is made where the address leaves something out.
@Suite("Addresses of databases")
struct ConnectionAddressTests {
    private func address(
        _ said: [(String, String)], environment: [String: String] = [:]
    ) -> ConnectionAddress {
        ConnectionAddress(
            "the string", saying: said.map { ConnectionAddress.Option(name: $0.0, value: $0.1) },
            preparesStatements: true, environment: { environment[$0] })
    }

    private func verifiesServer(_ address: ConnectionAddress) -> Bool {
        address.options.contains { $0.name == "sslmode" && $0.value == "verify-full" }
    }

    @Test("A server elsewhere must prove who it is, unless the address or the environment says otherwise")
    func elsewhere() {
        #expect(verifiesServer(address([("host", "db.internal")])))
        #expect(verifiesServer(address([("hostaddr", "10.0.0.7")])))
        #expect(verifiesServer(address([("host", "localhost,db.internal")])))
        #expect(verifiesServer(address([("host", "localhost"), ("hostaddr", "10.0.0.7")])))
        #expect(verifiesServer(address([("host", "127.example.com")])))
        #expect(verifiesServer(address([], environment: ["PGHOST": "db.internal"])))
        #expect(!verifiesServer(address([("host", "db.internal"), ("sslmode", "require")])))
        #expect(!verifiesServer(address([("host", "db.internal")], environment: ["PGSSLMODE": "disable"])))
        // A service file may say it, which libpq reads and Keyway does not.
        #expect(!verifiesServer(address([("service", "signin")])))
    }

    @Test(
        "A server on this machine need not prove it",
        arguments: ["/run/postgresql", "@socket", "localhost", "127.0.0.1", "::1", "/a,/b"])
    func here(host: String) {
        #expect(!verifiesServer(address([("host", host)])))
        #expect(!verifiesServer(address([])))
    }

    @Test("The string comes first, so that what stands behind it counts")
    func order() {
        let options = address([("host", "db.internal")]).options
        #expect(options.first == ConnectionAddress.Option(name: "dbname", value: "the string"))
        #expect(options.map(\.name).prefix(4) == ["dbname", "fallback_application_name", "client_encoding", "sslmode"])
    }

    @Test("A database is named by its name and its place, and not by its user or password")
    func name() {
        let full = address([("host", "db.internal"), ("dbname", "signin"), ("user", "u5er"), ("password", "p4ss")])
        #expect(full.name == "the database 'signin' at db.internal")
        #expect(address([]).name == "the database")
        #expect(address([("service", "signin")]).name == "the database of the service 'signin'")
    }

    @Test("Two servers of one machine have different names where the address or the environment says a port")
    func port() {
        let said = [("host", "127.0.0.1"), ("dbname", "signin"), ("port", "5433")]
        #expect(address(said).name == "the database 'signin' at 127.0.0.1, port 5433")
        #expect(address([("hostaddr", "::1"), ("port", "5433")]).name == "the database at ::1, port 5433")
        #expect(address([], environment: ["PGPORT": "5433"]).name == "the database at port 5433")
        #expect(address([("host", "a,b"), ("port", "1,2")]).name == "the database at a,b, port 1,2")
        // Where a service says the host, it may say the port as well.
        #expect(address([("service", "signin"), ("port", "5433")]).name == "the database of the service 'signin'")
    }

    @Test("Each of several hosts is tried by itself, with its own address and port")
    func hosts() {
        func hosts(_ said: [(String, String)], environment: [String: String] = [:]) -> [String] {
            address(said, environment: environment).hosts.map { options in
                options.map { "\($0.name)=\($0.value)" }.joined(separator: " ")
            }
        }
        #expect(hosts([("host", "a,b")]) == ["host=a", "host=b"])
        #expect(hosts([("host", "a,b"), ("port", "5433")]) == ["host=a", "host=b"])
        #expect(hosts([("host", "a,b"), ("port", "1,2")]) == ["host=a port=1", "host=b port=2"])
        #expect(hosts([("host", "a,b")], environment: ["PGPORT": "1,2"]) == ["host=a port=1", "host=b port=2"])
        #expect(hosts([("hostaddr", "1.1.1.1,::1")]) == ["hostaddr=1.1.1.1", "hostaddr=::1"])
        #expect(
            hosts([("host", "a,b"), ("hostaddr", "1.1.1.1,::1")]) == ["host=a hostaddr=1.1.1.1", "host=b hostaddr=::1"])
    }

    @Test("What libpq refuses, fills in or draws is left to it as a whole")
    func wholeLists() {
        for said in [
            [], [("host", "a")], [("host", "a,")], [("host", "a,b"), ("port", "1,2,3")],
            [("host", "a,b"), ("port", "1,")], [("host", "a,b"), ("hostaddr", "1.1.1.1")],
            [("host", "a,b"), ("load_balance_hosts", "random")], [("host", "a,b"), ("service", "signin")],
        ] {
            #expect(address(said).hosts == [[]])
        }
    }
}
