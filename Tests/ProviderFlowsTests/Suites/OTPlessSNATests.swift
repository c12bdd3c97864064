// Made from SNA.flow by 'keyway generate --tests --module ProviderFlows OTPlessSNA --out DIR'. Change the spec, not this file.
// swift-format-ignore-file

import KeywayTesting
import ProviderFlows
import Testing

@Suite("OTPlessSNA is what its spec says")
struct OTPlessSNATests {
    @Test("The table declares what the spec declares")
    func declarations() throws {
        try spec.checkDeclarations(of: OTPlessSNA.table)
    }

    @Test("Every cell means what the spec says", arguments: spec.states)
    func cells(in state: FlowSuite.State) throws {
        try spec.check(state, of: OTPlessSNA.table)
    }

    @Test("Every law holds along a random walk", arguments: spec.seeds)
    func walk(_ seed: UInt64) throws {
        try spec.walk(seed, through: OTPlessSNA.table)
    }
}

private let spec = FlowSuite(
    flow: "OTPlessSNA",
    version: 1,
    sessionDeadline: 900000,
    withheld: ["requestId", "start.requestId"],
    requirements: [
        Requirement("authenticated only after confirmed", .onlyAfter(.state(["authenticated"]), [.event("confirmed")]))
    ],
    declarations: #"""
            flow OTPlessSNA version 1
            variable requestId: text 1...64 personal? = nil
            variable sdkBroken: bool = false
            variable why: Why? = nil
            state idle
            state running
            state confirming
            state closing
            final authenticated
            final failed
            final cancelled
            command start(requestId: text 1...64 personal)
            command cancel
            callback ready
            callback initFailed
            callback initiated
            callback oneTap
            callback sdkFailed
            callback otherChannel
            reply confirmed
            reply pending
            reply denied
            reply unreachable
            unmatched callback unrecognised
            timer within 15m
            timer poll
            timer after 30s
            timer after 30s #2
            timer after 10s
            effect begin(requestId: text 1...64 personal) once starts attempt calls OTPless.begin
            effect stop calls OTPless.stop
            effect checkStatus(requestId: text 1...64 personal) replies confirmed, pending, denied, unreachable otherwise unreachable within 10s
            source otpless = OtplessResponse by responseType singleton, 9 rows
            begins taken -> idle; set within 15m 15m
            """#,
    states: [
        FlowSuite.State("idle", #"""
            due after 10s, after 30s #2, after 30s, poll, within 15m
            start(requestId: "b") given sdkBroken = false => taken -> running; requestId = "b"; attempt 1; do begin(requestId: "b"); do checkStatus(requestId: "b") within 10s; set after 30s 30s
            start(requestId: "b") given sdkBroken = true => taken -> closing; requestId = "b"; attempt 1; do begin(requestId: "b"); do checkStatus(requestId: "b") within 10s; set after 10s 10s
            cancel => taken -> cancelled; end every timer
            ready given low => stayed
            ready given high => stayed; sdkBroken = false
            initFailed given low => stayed; sdkBroken = true
            initFailed given high => stayed
            initiated => late
            oneTap => late
            sdkFailed => late
            otherChannel => late
            confirmed [of checkStatus] => late; claimed
            confirmed [closed] => stale
            pending [of checkStatus] => late; claimed
            pending [closed] => stale
            denied [of checkStatus] => late; claimed
            denied [closed] => stale
            unreachable [of checkStatus] => late; claimed
            unreachable [closed] => stale
            unrecognised => unrecognised
            within 15m => taken -> failed; why = abandoned; end every timer
            poll => ignored
            after 30s => ignored
            after 30s #2 => ignored
            after 10s => ignored
            """#),
        FlowSuite.State("running", #"""
            due after 10s, after 30s #2, after 30s, poll, within 15m
            start(requestId: "b") => rejected; claimed
            cancel => taken -> cancelled; do stop; end every timer
            ready => ignored
            initFailed => taken -> closing; set after 10s 10s; end after 30s
            initiated => ignored
            oneTap => taken -> confirming; set after 30s #2 30s; end after 30s
            sdkFailed => taken -> closing; set after 10s 10s; end after 30s
            otherChannel => taken -> closing; set after 10s 10s; end after 30s
            confirmed [of checkStatus] => taken -> authenticated; end every timer
            confirmed [closed] => stale
            pending [of checkStatus] => stayed; set poll 1s
            pending [closed] => stale
            denied [of checkStatus] => taken -> failed; why = denied; end every timer
            denied [closed] => stale
            unreachable [of checkStatus] => stayed; set poll 1s
            unreachable [closed] => stale
            unrecognised => unrecognised
            within 15m => taken -> failed; why = abandoned; end every timer
            poll given low => stayed; do checkStatus(requestId: "a") within 10s
            poll given high => stayed; do checkStatus within 10s
            after 30s given low => taken -> failed; do stop; end every timer
            after 30s given high => taken -> failed; why = silent; do stop; end every timer
            after 30s #2 => ignored
            after 10s => ignored
            """#),
        FlowSuite.State("confirming", #"""
            due after 10s, after 30s #2, after 30s, poll, within 15m
            start(requestId: "b") => rejected; claimed
            cancel => taken -> cancelled; do stop; end every timer
            ready => ignored
            initFailed => ignored
            initiated => ignored
            oneTap => ignored
            sdkFailed => ignored
            otherChannel => ignored
            confirmed [of checkStatus] => taken -> authenticated; end every timer
            confirmed [closed] => stale
            pending [of checkStatus] => stayed; set poll 1s
            pending [closed] => stale
            denied [of checkStatus] => taken -> failed; why = denied; end every timer
            denied [closed] => stale
            unreachable [of checkStatus] => stayed; set poll 1s
            unreachable [closed] => stale
            unrecognised => unrecognised
            within 15m => taken -> failed; why = abandoned; end every timer
            poll given low => stayed; do checkStatus(requestId: "a") within 10s
            poll given high => stayed; do checkStatus within 10s
            after 30s => ignored
            after 30s #2 => taken -> failed; why = unconfirmed; end every timer
            after 10s => ignored
            """#),
        FlowSuite.State("closing", #"""
            due after 10s, after 30s #2, after 30s, poll, within 15m
            start(requestId: "b") => rejected; claimed
            cancel => taken -> cancelled; do stop; end every timer
            ready => ignored
            initFailed => ignored
            initiated => taken -> running; set after 30s 30s; end after 10s
            oneTap => taken -> confirming; set after 30s #2 30s; end after 10s
            sdkFailed => ignored
            otherChannel => ignored
            confirmed [of checkStatus] => taken -> authenticated; end every timer
            confirmed [closed] => stale
            pending [of checkStatus] => stayed; set poll 1s
            pending [closed] => stale
            denied [of checkStatus] => taken -> failed; why = denied; end every timer
            denied [closed] => stale
            unreachable [of checkStatus] => stayed; set poll 1s
            unreachable [closed] => stale
            unrecognised => unrecognised
            within 15m => taken -> failed; why = abandoned; end every timer
            poll given low => stayed; do checkStatus(requestId: "a") within 10s
            poll given high => stayed; do checkStatus within 10s
            after 30s => ignored
            after 30s #2 => ignored
            after 10s => taken -> failed; why = refused; end every timer
            """#),
        FlowSuite.State("authenticated", #"""
            due after 10s, after 30s #2, after 30s, poll, within 15m
            start(requestId: "b") => rejected
            cancel => rejected
            ready => late
            initFailed => late
            initiated => late
            oneTap => late
            sdkFailed => late
            otherChannel => late
            confirmed [of checkStatus] => late
            confirmed [closed] => late
            pending [of checkStatus] => late
            pending [closed] => late
            denied [of checkStatus] => late
            denied [closed] => late
            unreachable [of checkStatus] => late
            unreachable [closed] => late
            unrecognised => unrecognised
            within 15m => late
            poll => late
            after 30s => late
            after 30s #2 => late
            after 10s => late
            """#),
        FlowSuite.State("failed", #"""
            due after 10s, after 30s #2, after 30s, poll, within 15m
            start(requestId: "b") => rejected
            cancel => rejected
            ready => late
            initFailed => late
            initiated => late
            oneTap => late
            sdkFailed => late
            otherChannel => late
            confirmed [of checkStatus] => late
            confirmed [closed] => late
            pending [of checkStatus] => late
            pending [closed] => late
            denied [of checkStatus] => late
            denied [closed] => late
            unreachable [of checkStatus] => late
            unreachable [closed] => late
            unrecognised => unrecognised
            within 15m => late
            poll => late
            after 30s => late
            after 30s #2 => late
            after 10s => late
            """#),
        FlowSuite.State("cancelled", #"""
            due after 10s, after 30s #2, after 30s, poll, within 15m
            start(requestId: "b") => rejected
            cancel => rejected
            ready => late
            initFailed => late
            initiated => late
            oneTap => late
            sdkFailed => late
            otherChannel => late
            confirmed [of checkStatus] => late
            confirmed [closed] => late
            pending [of checkStatus] => late
            pending [closed] => late
            denied [of checkStatus] => late
            denied [closed] => late
            unreachable [of checkStatus] => late
            unreachable [closed] => late
            unrecognised => unrecognised
            within 15m => late
            poll => late
            after 30s => late
            after 30s #2 => late
            after 10s => late
            """#)
    ])
