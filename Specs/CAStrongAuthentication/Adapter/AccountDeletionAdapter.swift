#if canImport(CAStrongAuthentication)
    import CAStrongAuthentication
    import Keyway

    /// Performs the effects of AccountDeletion with the SDK on the phone.
    ///
    /// The SDK is asked on the main thread, one call after the other: whoever looks sees what became of the last (FACTS 21).
    @MainActor
    final class AccountDeletionAdapter: AccountDeletion.Effects {
        private let handler = AuthenticationHandler()
        private let account: @MainActor (_ identity: String) throws -> AccountDetails?

        /// - Parameter account: finds an account of the phone by the name that the app gave it. Nil says that the phone does not
        ///   have it; where the SDK's list cannot be read, it throws.
        init(account: @escaping @MainActor (_ identity: String) throws -> AccountDetails?) {
            self.account = account
        }

        func findAccount(account: String) async throws -> AccountDeletion.FindAccountReply {
            try self.account(account) == nil ? .gone : .found
        }

        func deleteAccount(account: String) async throws -> AccountDeletion.DeleteAccountReply {
            // The account has gone since the person was asked: the flow looks again.
            guard let details = try self.account(account) else { return .noAnswer }
            return AccountDeletion.DeleteAccountReply(handler.deleteAccount(details))
        }
    }

    extension AccountDeletion.DeleteAccountReply {
        /// `deleted` only for the status SUCCESS, `refused` only for another one; nil and no status say nothing (FACTS 20).
        init(_ response: AccountDeletionResponse?) {
            switch statusWord(of: response?.status) {
            case "SUCCESS"?: self = .deleted
            case let status?: self = .refused(status: status)
            case nil: self = .noAnswer
            }
        }
    }
#endif
