extension RandomFlow {
    static let helper = """
        flow Helper version 1
        param most: int 0...2 = 0
        type Name = text(1...9) personal
        enum Way { left, right, back }
        enum Tone { soft, loud }
        context { name: Name?, way: Way?, tone: Tone = soft, count: int 0...2 = most }
        command open(name: Name?, way: Way?), nudge, cancel
        effect work(name: Name?) replies finished, broke otherwise broke within 5s
        final opened keeps tone, count, name
        final shut keeps way
        within 10m -> shut
        on cancel -> shut
        reject other
        late other
        state idle waits for user { on open -> busy { keep name, way } on nudge -> opened }
        state busy { enter { do work(name) } on finished -> opened { tone = loud; count = 2 } on broke -> shut }
        """

    /// A flow that runs `Helper`; what its finals keep and what starts it is like that of `Helper`.
    static let host = """
        flow Host version 1
        param most: int 0...2 = 0
        param patience: duration 1s...1m = 1s
        type Name = text(1...9) personal
        enum Way { left, right, back }
        context { name: Name?, way: Way?, count: int 0...2 = 0 }
        command open(name: Name?, way: Way?), nudge, cancel
        final opened keeps count, name
        final shut keeps way
        within 10m -> shut
        on cancel -> shut
        reject other
        state idle waits for user { on open -> asking { keep name, way } on nudge -> opened }
        state asking {
          child helper = Helper(most: most)
          enter { run helper.open(name, way) }
          on helper.opened -> opened { keep count, name }
          on helper.shut when way == left -> shut { keep way }
          on helper.shut otherwise -> opened
          after patience -> shut
        }
        """

    /// The declarations of every drawn flow; a field has the type of the variable with its name.
    ///
    /// - Parameters:
    ///   - tone: the declaration of a variable with a type of `Helper`, for a flow that runs it.
    ///   - isChosen: whether the flow has parameters. A duration among them has by default what tests give it, since packed runs are laid
    ///     out for one value.
    ///   - correlation: `singleton` or `stamped`, of the flow's source.
    ///   - success: ` success` behind the final that the flow is for, or nothing.
    ///   - needs: ` needs` and a lane of the flow, or nothing.
    static func declarations(
        tone: String, isChosen: Bool, correlation: String, success: String, needs: String
    ) -> String {
        let parameters = """

            param pause: duration 1s...1m = 1s
            param session: duration 20m...1h = 20m
            param top: int 0...2 = 1
            param bold: bool = false
            param side: Way = left
            """
        return """
            type Name = text(1...9) personal
            type Code = text(4...6) transient
            type Token = text(1...40) secret
            type Life = duration(1s...2h)
            type Count = int(0...2)
            enum Way { left = 1 | "L", right = 2...5, back = * }
            enum Mood { calm, default }\(isChosen ? parameters : "")
            context {
              flag: bool = false, n: Count = 0, m: int 0...3 = \(isChosen ? "top" : "1"), mood: Mood = calm
              way: Way?, seen: set of Way?, name: Name?, token: Token?, static: duration?\(tone)
            }
            command start(name: Name, n: Count), choose(way: Way?, seen: set of Way?), init, repeat
            command type(code: Code)
            /// Something was said.
            callback told(flag: bool, way: Way?), counted(n: Count), timed(static: duration), said
            effect say(way: Way?, n: Count) volatile
            effect ask(name: Name?) once starts attempt calls Other.ask replies yes, no, maybe(n: Count) otherwise no within 5s
            effect check\(needs) replies yes, maybe(n: Count), never otherwise maybe(n: 2)
            effect send(code: Code) once
            source other = "OtherReport" by kind \(correlation) {
              retained SAID, "SAID TWICE", TOLD when flag absent and not (code in { 1, "x" }) => said
              TOLD when a.b == 200 or a.b >= 300 and a.c present => told(flag: flag, way: a.way or left)
              COUNT when count < 2 => counted(n: count)
              COUNT when count <= 9 or count > 90 => counted(n: 2)
              COUNT => counted(n: count or 1)
              TIME when life != 0 => timed(static: life or 60s)
            }
            final done\(success)
            final failed keeps mood, way {}
            require done only after yes
            """
    }
}
