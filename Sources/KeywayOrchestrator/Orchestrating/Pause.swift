/// Sleeps for so long, also in a task that is cancelled, where `Task.sleep` returns at once.
func pause(for duration: Duration) async {
    await Task.detached { try? await Task.sleep(for: duration) }.value
}
