import KeywayCore

/// The app's handlers of an errand and of its letter.
struct ErrandHandlers: Errand.Effects {
    let life: Life

    var letter: any Letter.Effects { LetterHandlers(life: life) }

    func pay() async throws -> Errand.PayReply { try await life.perform(isAwaited: true) ? .paid : .unpaid }
    func ask() async throws -> Errand.AskReply { try await life.perform(isAwaited: true) ? .yes : .no }
    func note(number: Int?) async throws { _ = try await life.perform(isAwaited: false) }
    func mark() async throws { _ = try await life.perform(isAwaited: false) }
    func show() async throws { _ = try await life.perform(isAwaited: false) }

    func call() async throws {
        // The SDK speaks before the call has returned, or never.
        if try await life.perform(isAwaited: false) { life.speak() }
    }
}

/// The app's handlers of a letter.
struct LetterHandlers: Letter.Effects {
    let life: Life

    func write() async throws -> Letter.WriteReply {
        try await life.perform(isAwaited: true) ? .written : .lost
    }

    func show() async throws { _ = try await life.perform(isAwaited: false) }
}
