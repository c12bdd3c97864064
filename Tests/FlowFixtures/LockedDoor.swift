/// A small flow and a model of its provider, for tests of one thing at a time.
package enum LockedDoor {
    /// A flow that opens a door by a lock's SDK and asks the backend whether it is open.
    ///
    /// - Parameters:
    ///   - requirements: `require` lines and other declarations.
    ///   - rows: the rows of the file for what no state decides.
    ///   - turning: the rows of the state in which the lock was told to turn.
    package static func flow(
        requirements: String = "", rows: String = "ignore unrecognised\nreject other\nlate other",
        turning: String = "on opened -> asking\n  on jammed -> failed\n  after 30s -> failed"
    ) -> String {
        """
        flow Door version 1
        command open, cancel
        callback opened, jammed
        effect turn once starts attempt calls Lock.turn
        effect ask replies confirmed, denied otherwise denied within 5s
        source lock = "Lock" by kind singleton {
          OPENED => opened
          JAMMED => jammed
        }
        final authenticated success
        final failed
        final cancelled
        require authenticated only after confirmed
        \(requirements)
        within 15m -> failed
        on cancel -> cancelled
        \(rows)
        state idle waits for user { on open -> turning }
        state turning {
          enter { do turn }
          \(turning)
        }
        state asking {
          enter { do ask }
          on confirmed -> authenticated
          on denied -> failed
          ignore opened, jammed
        }
        """
    }

    /// A model of the lock, which may say once after a call that the door opened or jammed.
    package static func model(_ more: String = "", context: String = "context { turned: bool = false }") -> String {
        """
        provider Lock version "1.0" for lock
        word open = OPENED(by: "hand")
        word jam = JAMMED(by: "hand")
        success open
        \(context)
        call turn stay { turned = true }
        state any {
          emit open when turned stay { turned = false }
          emit jam when turned stay { turned = false }
          \(more)
        }
        """
    }

    /// A model with a ghost: an earlier run's call, after which the lock may still say that the door jammed.
    package static let haunted = model(
        "emit jam when old stay { old = false }", context: "context { turned: bool = false, old: bool = true }")
}
