/// A small flow, and a model of a provider without callbacks, which speaks only by answering calls.
enum Porter {
    /// A flow that asks the porter until he lets a visitor in or sends the visitor away. `knock` calls no provider, so any of its replies
    /// may come.
    static func flow(
        requirements: String = "", asking: String = "effect ask calls Porter.ask", declarations: String = ""
    ) -> String {
        """
        flow Visit version 1
        enum Mood { good, bad, odd }
        command come, cancel
        \(asking)
            replies yes(mood: Mood, loud: bool), no, unsure otherwise unsure within 5s
        effect knock replies heard, unheard otherwise unheard within 5s
        final inside
        final outside
        final cancelled
        \(requirements)
        within 15m -> outside
        on cancel -> cancelled
        reject other
        late other
        \(declarations)
        state street waits for user { on come -> knocking }
        state knocking {
          enter { do knock }
          on heard -> asking
          on unheard -> street
        }
        state asking {
          enter { do ask }
          on yes when mood == good -> inside
          on yes when mood in { bad, odd } and loud -> shouted
          on yes when mood in { bad, odd } and not loud -> whispered
          on no -> outside
          on unsure -> street
        }
        state shouted waits for user { on come -> asking }
        state whispered waits for user { on come -> asking }
        """
    }

    /// A porter who may answer by the rows `answers` after each call, and counts the calls. `demands` is among his declarations.
    static func model(_ answers: String, demands: String = "") -> String {
        """
        provider Porter version "1.0"
        context { asked: int 0...5 = 0 }
        \(demands)
        call ask -> thinking { asked += 1 }
        state reading {}
        state thinking {
          \(answers)
        }
        """
    }
}
