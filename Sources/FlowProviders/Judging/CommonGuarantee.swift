/// What every flow must keep by rule 30, one case for each part of it: against every model, and though no line of the spec asks for it.
package enum CommonGuarantee: String, CaseIterable, Sendable {
    /// Every run ends.
    case ending = "30.i"
    /// A success is entered only after what its `require ... only after` names.
    case confirmation = "30.ii"
    /// The first success that a provider tells a live run is accepted.
    case firstSuccess = "30.iii"
    /// After a run has accepted a success, no later word ends it in a final that is no `success`.
    case laterWords = "30.iv"
    /// No word of an earlier attempt or run ends the run by itself.
    case oldWords = "30.v"
    /// What `other` rows claim cannot come does not come.
    case claims = "30.vi"

    /// What reports and scripts call the guarantee: `30.i`.
    package var name: String { rawValue }
}
