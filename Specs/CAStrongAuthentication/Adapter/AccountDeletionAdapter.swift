#if canImport(CAStrongAuthentication)
    import CAStrongAuthentication
    import Keyway

    /// Performs the effects of AccountDeletion with the SDK on the phone.
    ///
    /// The SDK is called on the main thread, one call after the other, so that `findAccount` sees what the call before it has done (FACTS
    /// 21).
    @MainActor
    final class AccountDeletionAdapter: AccountDeletion.Effects {
        private let handler = AuthenticationHandler()
        private let account: @MainActor (_ identity: String) throws -> AccountDetails?

        /// - Parameter account: finds an account of the phone by the name that the app gave it. It returns nil where the phone does not
        ///   have the account, and throws where the SDK's list cannot be read.
        init(account: @escaping @MainActor (_ identity: String) throws -> AccountDetails?) {
            self.account = account
        }

        func findAccount(account: String) async throws -> AccountDeletion.FindAccountReply {
            try self.account(account) == nil ? .gone : .found
        }

        func deleteAccount(account: String) async throws -> AccountDeletion.DeleteAccountReply {
            // The account has gone since the person was asked: after `noAnswer` the flow looks for it again.
            guard let details = try self.account(account) else { return .noAnswer }
            return AccountDeletion.DeleteAccountReply(handler.deleteAccount(details))
        }
    }

    extension AccountDeletion.DeleteAccountReply {
        /// `deleted` only for the status SUCCESS, `refused` only for another status; a response of nil or without a status says nothing
        /// (FACTS 20).
        init(_ response: AccountDeletionResponse?) {
            switch statusWord(of: response?.status) {
            case "SUCCESS"?: self = .deleted
            case let status?: self = .refused(status: status)
            case nil: self = .noAnswer
            }
        }
    }
#endif
