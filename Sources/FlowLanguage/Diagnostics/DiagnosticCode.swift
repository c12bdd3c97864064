/// What kind of problem a diagnostic names; each kind has a page, which `keyway help FL060` prints.
///
/// A comment below says only what the name of a kind does not say. A value *with a class* is personal, secret or transient; the
/// *session deadline* is the `within` of the file, which limits the whole run.
public enum DiagnosticCode: Int, CaseIterable, Sendable {
    // The text
    case notUTF8 = 1
    case unexpectedCharacter = 2
    case malformedString = 3
    case numberOutOfRange = 4
    case unexpectedToken = 5
    case nestedTooDeep = 6
    case noHeader = 7
    case reservedName = 8

    // Names
    case duplicateName = 20
    case duplicateRow = 21
    /// A provider's code, such as 7112, stands in two cases of one enum.
    case duplicateCode = 22
    case unknownTarget = 23
    case unknownEvent = 24
    case unknownEffect = 25
    case unknownValue = 26
    case unknownType = 27
    case unknownTimer = 28
    case ambiguousValue = 29
    case neverUsed = 30
    case unknownFlow = 31
    /// A name that the generated Swift cannot have.
    case unusableInSwift = 32
    /// A model's row names a word that the model does not declare.
    case unknownProviderWord = 33
    /// An effect names a call that no model of the provider takes.
    case unknownCall = 34
    /// A model is for a source that no flow beside it declares.
    case unknownSource = 35
    /// A model answers with a reply that no effect which calls the provider declares.
    case unknownReply = 36
    /// No effect makes a call of a model's provider: nobody hears the model's answers, or a provider's name is wrong.
    case neverCalled = 37
    /// A `child` gives a value to a parameter that the child's flow does not declare.
    case unknownParameter = 38
    /// A clause of a profile names a role that no flow beside the profile has.
    case unknownRole = 39

    // Values
    case typeMismatch = 40
    case wrongArguments = 41
    case emptyRange = 42
    case noInitialValue = 43
    /// A variable would hold a `transient` value, which lives for one step.
    case transientKept = 44
    /// A guard reads a value of a kind that is not finite, such as a text.
    case guardReadsUnboundedValue = 45
    /// A value with a class decides something, such as which row is taken or how long a timer runs.
    case classifiedValueSteers = 46
    case valueMayBeAbsent = 47
    case valueMayLeaveRange = 48
    /// A value with a class goes to a place of a less strict class.
    case classLowered = 49
    /// A `retained` callback, which is kept for later runs, gives a value to a field with a class.
    case classifiedValueRetained = 50
    case parameterChanged = 51

    // Structure
    case cellUndecided = 60
    /// A row decides an event in a state where the event cannot come.
    case cellImpossible = 61
    case guardsOverlap = 62
    case guardsIncomplete = 63
    case otherwiseTwice = 64
    /// A row stands in a final, out of which nothing leads.
    case finalStateLeft = 65
    case stateUnreachable = 66
    /// From a state no way leads to a final but by the session deadline or by the app's death.
    case stateCannotEnd = 67
    /// A run may stand where no timer but the session's, no effect and no sub-flow runs, and no user is waited for.
    case silentWait = 68
    case pollingWithoutDeadline = 69
    /// A timer, lane or sub-flow is used outside of the scope that declares it.
    case usedOutOfScope = 70
    case choiceCycle = 71
    case noStates = 72
    case noSessionDeadline = 73
    case decoderRowNeverMatches = 74
    /// `other` rows say that events cannot come, which `explore` has still to prove.
    case claimsUnproved = 75
    /// A flow can be in more situations than `check` tries, so that some rules stay unproved.
    case tooManyConfigurations = 76
    case misplacedRow = 77
    case rowNeverDecides = 78
    case timerNeverFires = 79
    /// A current callback leads to a success, and no row says what a stale one means.
    case staleSuccessUndecided = 80
    /// The version number of a flow was released, and the flow's table has changed since: it needs a new number.
    case releasedTableChanged = 81
    case childCannotBeCancelled = 82
    case childRunsAlready = 83
    case laneTakenTwice = 84
    /// An effect or sub-flow would wait for the lane that its own run holds.
    case laneWaitsForItself = 85
    /// A flow is a part of itself, through its children.
    case cyclicFlow = 86
    case scenarioFails = 87
    /// No `only after` requirement says what must come before a `success` final.
    case successWithoutRequirement = 88
    /// The `otherwise` of an effect, a reply that the flow gives itself when nobody answers, is the reply that a success waits for.
    case otherwiseEarnsSuccess = 89
    /// A restart takes away a value that an effect needs later, and no row says what the restart means there.
    case restartTakesValue = 90
    /// A poll may go round for so long, and so quickly, that the run ends by its limit of records.
    case pollOutlastsRun = 91

    // Models of providers
    /// A model's row orders something; it may only assign.
    case modelRowGivesOrders = 100
    /// A `call` row clears a ghost, a variable for what an earlier run left: only `emit` and `quiet` rows may end that.
    case callClearsGhost = 101
    /// A model has words and names no source that reads them.
    case modelNamesNoSource = 102
    case commaInEmit = 103

    // Profiles
    /// A clause of a profile names a part of a flow, or asks nothing.
    case clauseNamesNoRole = 110

    // Sub-flows that cannot be judged

    /// A warning that a sub-flow's flow is unknown or has errors, so that its parent is only checked in part.
    case childNotChecked = 900

    /// The code as it is printed: `FL` and three digits.
    public var name: String {
        let digits = String(rawValue)
        return "FL" + String(repeating: "0", count: 3 - digits.count) + digits
    }

    /// The code with a printed name; nil for any other text.
    ///
    /// - Parameter name: `FL` in small or capital letters, and three digits.
    public init?(name: String) {
        // What is printed has no sign: `FL+60` is no name.
        guard name.utf8.count == 5, let number = Int(name.dropFirst(2)), let code = Self(rawValue: number),
            code.name == name.uppercased()
        else { return nil }
        self = code
    }
}
