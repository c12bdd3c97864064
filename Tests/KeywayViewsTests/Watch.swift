import Keyway
import Observation

/// Looks at a model as a view does, and keeps what it saw before each change.
@MainActor
final class Watch<Followed: Flow, Seen: Sendable> {
    /// What was seen, once for each change of it; what is seen now is not among it.
    private(set) var past: [Seen] = []
    private let model: RunModel<Followed>
    private let look: @MainActor (RunModel<Followed>) -> Seen

    init(_ model: RunModel<Followed>, _ look: @escaping @MainActor (RunModel<Followed>) -> Seen) {
        self.model = model
        self.look = look
        watch()
    }

    /// What was seen, and what is seen now.
    var all: [Seen] { past + [look(model)] }

    private func watch() {
        withObservationTracking {
            _ = look(model)
        } onChange: {
            // `onChange` is called before the change, on the main actor, where the model changes.
            MainActor.assumeIsolated {
                self.past.append(self.look(self.model))
                self.watch()
            }
        }
    }
}

extension RunModel {
    /// Returns once a property that `look` reads has changed.
    func change(of look: @MainActor (RunModel) -> Void) async {
        await withCheckedContinuation { continuation in
            withObservationTracking {
                look(self)
            } onChange: {
                continuation.resume()
            }
        }
    }

    /// Returns once the condition is true of the model.
    func becomes(_ isSo: @MainActor (RunModel) -> Bool) async {
        while !isSo(self) { await change { _ = isSo($0) } }
    }
}
