import CAStrongAuthentication
import CallNotes
import Keyway
import KeywayTesting
import Testing

@testable import ProviderAdapters

extension SharedSDKTests {
    @Suite("CA's adapter for deleting an account")
    @MainActor
    struct AccountDeletionTests {
        /// What the lookup of an account throws where the list of accounts cannot be read.
        struct NoList: Error {}

        init() {
            AuthenticationHandler.calls.removeAll()
            AuthenticationHandler.accounts = [AccountDetails("visa-1881"), AccountDetails("visa-0004")]
            AuthenticationHandler.deletes = true
            AuthenticationHandler.answerToDeletion = AccountDeletionResponse(status: SUCCESS)
        }

        /// A run in which the person has picked an account; `isListed` is false where the list of accounts cannot be read.
        func started(isListed: Bool = true) async throws -> ObservedRun<AccountDeletion> {
            let adapter = AccountDeletionAdapter { identity in
                guard isListed else { throw NoList() }
                return AuthenticationHandler.accounts.first { $0.identity == identity }
            }
            let run = try await ObservedRun(with: adapter, sources: Device.Sources())
            try run.send(.start(account: "visa-1881"))
            return run
        }

        /// A run in which the person has picked an account and then said yes.
        func confirmed() async throws -> ObservedRun<AccountDeletion> {
            let run = try await started()
            #expect(try await run.comes(to: "asking"))
            try run.send(.confirm)
            return run
        }

        @Test("Only SUCCESS says that the account is gone; after any other answer the phone is asked what it has")
        func answers() async throws {
            // `SUCCESS` is the SDK's constant, which the stub spells "status.0"; the text "SUCCESS" must not pass for it.
            let answers: [(answer: AccountDeletionResponse?, deletes: Bool, event: String, state: String)] = [
                (AccountDeletionResponse(status: SUCCESS), true, "deleted: taken", "removed"),
                (AccountDeletionResponse(status: "FAILURE"), false, "refused: taken", "asking"),
                (AccountDeletionResponse(status: "FAILURE"), true, "refused: taken", "removed"),
                (AccountDeletionResponse(status: "SUCCESS"), true, "noAnswer: taken", "removed"),
                (AccountDeletionResponse(status: "SUCCESS"), false, "noAnswer: taken", "asking"),
                (AccountDeletionResponse(status: nil), false, "noAnswer: taken", "asking"),
                (AccountDeletionResponse(status: ""), false, "noAnswer: taken", "asking"),
                (nil, true, "noAnswer: taken", "removed"),
                (nil, false, "noAnswer: taken", "asking"),
            ]
            for (answer, deletes, event, state) in answers {
                AuthenticationHandler.calls.removeAll()
                AuthenticationHandler.accounts = [AccountDetails("visa-1881"), AccountDetails("visa-0004")]
                AuthenticationHandler.answerToDeletion = answer
                AuthenticationHandler.deletes = deletes
                let run = try await confirmed()
                #expect(try await eventually { try run.events.contains(event) })
                #expect(try await run.comes(to: state))
                #expect(AuthenticationHandler.calls.all == ["delete visa-1881"])
                #expect(AuthenticationHandler.accounts.contains { $0.identity == "visa-0004" })
            }
        }

        @Test("Nothing is deleted before the person says yes, nor after a no")
        func question() async throws {
            let run = try await started()
            #expect(try await run.comes(to: "asking"))
            try run.send(.cancel)
            #expect(try run.state == "kept")
            #expect(AuthenticationHandler.calls.all.isEmpty)
            #expect(AuthenticationHandler.accounts.count == 2)
        }

        @Test("An account that is gone already is not asked about")
        func gone() async throws {
            AuthenticationHandler.accounts = []
            let run = try await started()
            #expect(try await run.comes(to: "removed"))
            #expect(AuthenticationHandler.calls.all.isEmpty)
        }

        @Test("For an account that goes while the person is asked, the SDK is not called to delete it")
        func goesMeanwhile() async throws {
            let run = try await started()
            #expect(try await run.comes(to: "asking"))
            AuthenticationHandler.accounts = []
            try run.send(.confirm)
            #expect(try await run.comes(to: "removed"))
            #expect(AuthenticationHandler.calls.all.isEmpty)
        }

        @Test("Where the list of accounts cannot be read, nothing is deleted and nothing is said to be gone")
        func noList() async throws {
            let run = try await started(isListed: false)
            #expect(try await run.comes(to: "unsure"))
            try run.send(.cancel)
            #expect(try run.state == "kept")
            #expect(AuthenticationHandler.calls.all.isEmpty)
        }
    }
}
