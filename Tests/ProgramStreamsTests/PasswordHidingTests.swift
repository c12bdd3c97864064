import KeywayLog
import ProgramStreams
import Testing

@Suite("Passwords of databases")
struct PasswordHidingTests {
    @Test(
        "A password is replaced, however its address is written",
        arguments: [
            ("'postgresql://keyway:s3cret@db/signin'; see 'help'", "'postgresql://...@db/signin'; see 'help'"),
            ("PostgreSQL://keyway:s3cret@db: nothing is there", "PostgreSQL://...@db: nothing is there"),
            ("postgresq://:s3cret@db", "postgresq://...@db"),
            // What should be percent-encoded in a password, and is not.
            ("postgresql://keyway:s3/cr@et pass@db/signin", "postgresql://...@db/signin"),
            ("postgresql://keyway:s3@\u{301}cret@\u{301}db", "postgresql://...@\u{301}db"),
            // All of it, or more than should be, is percent-encoded.
            ("postgresql://keyway:s3%0A%20cret@db", "postgresql://...@db"),
            ("postgresql://keyway%3As3cret@db", "postgresql://...@db"),
            ("postgresql%3A%2F%2Fkeyway%3As3cret%40db", "postgresql%3A...%40db"),
            ("a postgresql://keyway:s3cret, and more", "a postgresql://keyway:..., and more"),
            ("postgresql:/keyway:s3cret@db/signin", "postgresql:/keyway:...@db/signin"),
            ("'keyway:s3%2Fcret@db/signin'", "'keyway:...@db/signin'"),
            ("'postgresql://db/x?user=keyway&password=s3@cret'", "'postgresql://db/x?user=keyway&password=...'"),
            ("postgresql://db/signin?pass%77ord=s3cret", "postgresql://db/signin?pass%77ord=..."),
            ("host=db PASSWORD = s3&cret user=keyway", "host=db PASSWORD = ... user=keyway"),
            (#"password='it\'s s3cret' host=db"#, "password=...' host=db"),
            (#"password=it\ s\ s3cret host=db"#, "password=... host=db"),
            ("sslpassword=s3cret sslmode=require", "sslpassword=... sslmode=require"),
        ])
    func hidden(text: String, shown: String) {
        #expect(text.withoutPasswords == shown)
        #expect(shown.withoutPasswords == shown, "what is hidden once stays as it is")
        #expect(text.looksLikeAddress)
    }

    @Test(
        "Any other text stays as it is",
        arguments: [
            "", "%", "100 %", "%zz", "Door.flow:12:5: error: there is no state", "Specs/@types:1/a.flow: no such file",
            "OTPless@2.3.2", "the password is wrong", "password=", "2026-11-24T10:05:03Z", "a: b@c",
        ])
    func unchanged(text: String) {
        #expect(text.withoutPasswords == text)
        #expect(!text.looksLikeAddress)
    }

    @Test(
        "An address without a password is shown as it is",
        arguments: [
            "this is no address of a database, which is postgresql://USER@HOST/DATABASE",
            "LOG needs the address of a database, postgresql://...; see 'keyway help nodes'",
            "postgresql://keyway@db.internal:5432/signin", "https://example.com/page",
        ])
    func shown(text: String) { #expect(text.withoutPasswords == text) }

    @Test("Only the line of the address changes")
    func lines() {
        #expect(
            "https://db/signin\nOTPless@2.3.2\npostgresql://a:b@c\n".withoutPasswords
                == "https://db/signin\nOTPless@2.3.2\npostgresql://...@c\n")
    }

    @Test("Standard error has no password, and standard output has what it is given")
    func streams() {
        let (written, remarked) = (Lock(""), Lock(""))
        func stream(_ name: String, into text: Lock<String>) -> ProcessStream {
            ProcessStream(named: name) { bytes in
                text.withLock { $0 += String(decoding: bytes, as: UTF8.self) }
                return .wrote(bytes.count)
            }
        }
        let streams = Streams(
            output: stream("standard output", into: written), errors: stream("standard error", into: remarked))
        streams.write("postgresql://keyway:s3cret@db\n")
        streams.remark("postgresql://keyway:s3cret@db")
        #expect(written.withLock { $0 } == "postgresql://keyway:s3cret@db\n")
        #expect(remarked.withLock { $0 } == "postgresql://...@db\n")
    }
}
