/// What kind of problem a diagnostic names; each has a page, `keyway help FL060`.
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
    case unusableInSwift = 32
    case unknownProviderWord = 33
    case unknownCall = 34
    case unknownSource = 35
    case unknownReply = 36
    case neverCalled = 37

    // Values
    case typeMismatch = 40
    case wrongArguments = 41
    case emptyRange = 42
    case noInitialValue = 43
    case transientKept = 44
    case guardReadsUnboundedValue = 45
    case classifiedValueSteers = 46
    case valueMayBeAbsent = 47
    case valueMayLeaveRange = 48
    case classLowered = 49
    case classifiedValueRetained = 50

    // Structure
    case cellUndecided = 60
    case cellImpossible = 61
    case guardsOverlap = 62
    case guardsIncomplete = 63
    case otherwiseTwice = 64
    case finalStateLeft = 65
    case stateUnreachable = 66
    case stateCannotEnd = 67
    case silentWait = 68
    case pollingWithoutDeadline = 69
    case timerOutOfScope = 70
    case choiceCycle = 71
    case noStates = 72
    case noSessionDeadline = 73
    case decoderRowNeverMatches = 74
    case claimsUnproved = 75
    case tooManyConfigurations = 76
    case misplacedRow = 77
    case rowNeverDecides = 78
    case timerNeverFires = 79
    case staleSuccessUndecided = 80
    case releasedTableChanged = 81
    case childCannotBeCancelled = 82
    case childRunsAlready = 83
    case laneTakenTwice = 84
    case laneWaitsForItself = 85
    case cyclicFlow = 86
    case scenarioFails = 87
    case successWithoutRequirement = 88
    case otherwiseEarnsSuccess = 89

    // Models of providers
    case modelRowGivesOrders = 100
    case callClearsGhost = 101
    case modelNamesNoSource = 102
    case commaInEmit = 103

    // Sub-flows that cannot be judged
    case childNotChecked = 900

    /// The code as it is printed: `FL` and three digits.
    public var name: String {
        let digits = String(rawValue)
        return "FL" + String(repeating: "0", count: 3 - digits.count) + digits
    }

    /// The code that is printed so, whatever the case of its letters.
    public init?(name: String) {
        guard name.count == 5, name.lowercased().hasPrefix("fl"), let number = Int(name.dropFirst(2)) else {
            return nil
        }
        self.init(rawValue: number)
    }
}
