/// A construct of the language that not every drawn system has; the result of trials says how many of the explored systems have each.
package enum Construct: String, CaseIterable, Sendable {
    /// `lingering`: a sub-flow goes on in the state `leaving` after it was cancelled. `neededLane`: an effect is ordered that needs a lane.
    case subFlow, nestedSubFlow, lingering, twoSources, stamped, retained, staleRow, lane, neededLane, once, volatile
    /// `set`: a variable with a set of enum cases. From `since` to `joinedFacts`: forms of requirements.
    case attempt, choice, hold, set, since, latestText, neverAfter, atMost, falls, onlyWhile, alwaysPossible,
        joinedFacts
    /// `parameter`: an int with which a variable begins. `duration`: a parameter that is a duration. `chosenForPart`: a flow chooses a
    /// parameter's value for its sub-flow. `shortDuration`: one below a second.
    case parameter, duration, chosenForPart, shortDuration
    /// `restored...`: rows for a restart. `answers`: a model gives the replies to calls. `sequence`: a row of a model that speaks several
    /// words. `death`: the app may die.
    case restored, restoredWithOrders, restoredWithValues, answers, sequence, death

    /// Whether a system has the construct. It is looked for in the texts as `FlowDrawing` and `ModelDrawing` write them.
    func isIn(_ text: SystemText) -> Bool {
        let flows = [text.flow] + text.subFlows.map(\.text)
        // Whether a line of a flow begins with `beginning`, leading spaces left out, and has `word` in it.
        func has(_ word: String, from beginning: String = "") -> Bool {
            flows.contains { flow in
                flow.split(separator: "\n").contains { line in
                    let line = line.drop(while: { $0 == " " })
                    return line.hasPrefix(beginning) && line.contains(word)
                }
            }
        }
        return switch self {
        case .subFlow: !text.subFlows.isEmpty
        case .nestedSubFlow: text.subFlows.contains { $0.text.contains("  child ") }
        case .lingering: text.subFlows.contains { $0.text.contains("state leaving") }
        case .twoSources: flows.contains { $0.split(separator: "\n").count { $0.hasPrefix("source ") } > 1 }
        case .stamped: has(" stamped {", from: "source ")
        case .retained: has("=>", from: "retained ")
        case .staleRow: has("->", from: "on stale ")
        case .lane: has("take line")
        case .neededLane: has("do reserve") && has(" needs ", from: "effect ")
        case .once: has(" once", from: "effect ")
        case .volatile: has(" volatile", from: "effect ")
        case .attempt: has(" starts attempt", from: "effect ")
        case .choice: has("choice fork")
        case .hold: has("hold ")
        case .set: has("in moods") || has("moods present")
        case .since: has(" since ", from: "require ")
        case .latestText: has(" with the latest ", from: "require ")
        case .neverAfter: has(" never after ", from: "require ")
        case .atMost: has("at most ", from: "require ")
        case .falls: has(" falls only on ", from: "require ")
        case .onlyWhile: has(" only while ", from: "require ")
        case .alwaysPossible: has("always possible ", from: "require ")
        case .joinedFacts: has(" and not on ", from: "require ") || has(" or on ", from: "require ")
        case .parameter: has("= first")
        case .duration: has(" duration ", from: "param ")
        case .chosenForPart: has("(", from: "child ")
        case .shortDuration: has("00ms")
        case .restored: has("", from: "on restored")
        case .restoredWithOrders: has(" do ", from: "on restored")
        case .restoredWithValues: has("withValues", from: "on restored")
        case .answers: text.models.contains { $0.contains("  answer ") }
        case .sequence: text.models.contains { $0.contains(" then ") }
        case .death: text.crashes
        }
    }
}
