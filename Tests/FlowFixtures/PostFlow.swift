/// A flow that waits for a lane before it sends a letter, holds the lane while the letter is sent, and frees it.
package enum PostFlow {
    package static let text = """
        flow Post version 1
        command send, done, cancel
        final sent
        final failed
        within 20m -> failed
        on cancel -> failed
        reject other
        state idle waits for user { on send -> waiting }
        group posting {
          lane queue of Mail
          state waiting { enter { take queue } on queue -> working after 5m -> failed }
          state working { on done -> sent after 30s -> failed }
        }
        """
}
