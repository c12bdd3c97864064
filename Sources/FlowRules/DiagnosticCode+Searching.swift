package import FlowLanguage

/// Which problems of a flow leave its runs known, so that they can be searched all the same.
extension DiagnosticCode {
    /// Whether the rules about configurations can be asked of a flow with this problem: it has the configurations and steps that it would
    /// have without the problem.
    var allowsConfigurationRules: Bool {
        switch self {
        case .noSessionDeadline, .timerNeverFires, .staleSuccessUndecided, .classifiedValueRetained,
            .unknownFlow, .otherwiseEarnsSuccess:
            true
        default: false
        }
    }

    /// Whether a flow with this problem can be explored: each of its steps is known, though a cell or a wait may be undecided.
    package var allowsExploring: Bool {
        switch self {
        case .cellUndecided, .cellImpossible, .stateUnreachable, .stateCannotEnd, .silentWait, .pollingWithoutDeadline,
            .noSessionDeadline, .rowNeverDecides, .timerNeverFires, .staleSuccessUndecided, .releasedTableChanged,
            .decoderRowNeverMatches, .unknownCall, .laneWaitsForItself:
            true
        default: false
        }
    }
}
