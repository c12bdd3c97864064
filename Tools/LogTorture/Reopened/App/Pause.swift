/// Lets some time pass, also in a task that is cancelled: a course whose result is not wanted any more still comes to its end, and must not
/// keep a thread busy until then.
func pause(for duration: Duration) async {
    await Task.detached { try? await Task.sleep(for: duration) }.value
}
