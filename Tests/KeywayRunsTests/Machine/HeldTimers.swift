import FlowFixtures

/// Flows with a timer that a state holds (`hold`): `restored` leads to a state that does not hold it, and it is overdue by then.
enum HeldTimers {
    private static let alone = """
        flow Held version 1
        command go, cancel
        callback ping
        source s = "S" by event singleton { PING => ping }
        final done
        final failed
        on cancel -> failed
        within 20m -> failed
        ignore unrecognised
        reject other
        late other
        state idle waits for user { on go -> working }
        group g {
          timer life
          ignore ping
          state working { enter { set life 1s } on ping -> checking on life -> failed }
          state checking waits for user { hold life on go -> done on restored -> showing }
          state showing waits for user { on life -> failed on go -> done ignore restored }
        }
        """

    /// The parent's timer is no longer held when the sub-flow is told `restored`.
    private static let parent = """
        flow Parent version 1
        command go, next, cancel
        final done
        final failed
        on cancel -> failed
        within 24h -> failed
        reject other
        state idle waits for user { on go -> working }
        group g {
          child c = Child
          timer life
          on c.done -> done
          state working waits for user { enter { run c.start; set life 1s } on next -> held on life -> failed }
          state held waits for user { hold life on restored -> free }
          state free waits for user { on life -> last ignore restored }
          state last waits for user { on next -> done ignore restored }
        }
        """

    private static let child = """
        flow Child version 1
        command start, cancel
        effect draw
        final done
        on cancel -> done
        within 20m -> done
        reject other
        state idle waits for user { on start -> shown }
        state shown waits for user { enter { do draw } on restored stay { do draw } }
        """

    static func all() throws -> [LoadedFlow] {
        [try LoadedFlow(alone), try LoadedFlow(parent, among: ["Child": child])]
    }
}
