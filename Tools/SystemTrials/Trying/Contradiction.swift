import FlowMachine

/// A run that refutes a claim of an exploration: it breaks what is called proved, shows what no run is said to show, or comes to where
/// nothing is said to come.
package struct Contradiction: Sendable {
    /// The claim, by the explorer's name of it, or as `ReachedParts` words it.
    package let name: String
    package let run: DrivenRun
    package let system: LoadedSystem

    init(_ name: String, _ run: DrivenRun, of system: LoadedSystem) {
        self.name = name
        self.run = run
        self.system = system
    }

    /// The kind of claim and the sorts of steps in the run; contradictions of one kind mostly have one reason.
    package var kind: String { "\(claim) by \(RunStory(run.steps, of: system).kinds)" }

    private var claim: String {
        if name.hasPrefix("30.") { return name }
        if name.hasPrefix("nothing comes to ") || name.hasPrefix("nothing takes ") { return "never reached" }
        for model in system.models where name.hasPrefix("\(model.title): ") { return "a model's requirement" }
        for word in ["only after", "always", "never", "eventually", "sometimes"] where name.contains(word) {
            return word
        }
        return name
    }

    /// The claim, the texts of the system, and the run as lines.
    package var description: String {
        """
        claim: \(name)
        \(system.text)
        --- run
        \(story.joined(separator: "\n"))
        """
    }

    /// A line for each step of the run, with what it meant.
    package var story: [String] { RunStory(run.steps, of: system).lines }
}
