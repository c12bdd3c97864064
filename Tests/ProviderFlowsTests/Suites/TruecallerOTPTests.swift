// Made from OTP.flow by 'keyway generate --tests --module ProviderFlows TruecallerOTP --out DIR'. Change the spec, not this file.
// swift-format-ignore-file

import KeywayTesting
import ProviderFlows
import Testing

@Suite("TruecallerOTP is what its spec says")
struct TruecallerOTPTests {
    @Test("The table declares what the spec declares")
    func declarations() throws {
        try spec.checkDeclarations(of: TruecallerOTP.table)
    }

    @Test("Every cell means what the spec says", arguments: spec.states)
    func cells(in state: FlowSuite.State) throws {
        try spec.check(state, of: TruecallerOTP.table)
    }

    @Test("Every law holds along a random walk", arguments: spec.seeds)
    func walk(_ seed: UInt64) throws {
        try spec.walk(seed, through: TruecallerOTP.table)
    }
}

private let spec = FlowSuite(
    flow: "TruecallerOTP",
    version: 1,
    sessionDeadline: 900000,
    withheld: [
        "changeNumber.phone",
        "failed.token",
        "newer",
        "phone",
        "start.phone",
        "submitCode.code",
        "submitCode.firstName",
        "submitCode.lastName",
        "token",
        "verificationComplete.token",
        "verifiedBefore.token"
    ],
    requirements: [
        Requirement("authenticated only after confirmed", .onlyAfter(.state(["authenticated"]), [.event("confirmed")]))
    ],
    declarations: #"""
            flow TruecallerOTP version 1
            variable phone: text 10...10 personal? = nil
            variable countryCode: text 2...2? = nil
            variable why: Why? = nil
            variable token: text 1...4096 secret? = nil
            variable newer: text 1...4096 secret? = nil
            variable codeSent: bool = false
            variable sends: int 0...3 = 0
            variable tries: int 0...5 = 0
            variable checks: int 0...3 = 0
            state idle
            state requesting
            state awaiting
            state verifying
            state lapsed
            state checking
            final authenticated
            final failed
            final cancelled
            command start(phone: text 10...10 personal, countryCode: text 2...2)
            command submitCode(code: text 4...8 transient, firstName: text 0...128 transient, lastName: text 0...128 transient)
            command resend
            command changeNumber(phone: text 10...10 personal)
            command cancel
            callback otpInitiated(ttl: duration 1ms...24h)
            callback otpReceived
            callback verificationComplete(token: text 1...4096 secret)
            callback verifiedBefore(token: text 1...4096 secret)
            callback profile
            callback failed(cause: Cause, token: text 1...4096 secret?)
            reply confirmed
            reply denied
            reply unreachable
            unmatched callback unrecognised
            timer within 15m
            timer after 65s
            timer ttl
            timer after 125s
            timer retry
            effect request(phone: text 10...10 personal, countryCode: text 2...2) once starts attempt calls Truecaller.request
            effect verify(code: text 4...8 transient, firstName: text 0...128 transient, lastName: text 0...128 transient) once calls Truecaller.verify
            effect checkToken(token: text 1...4096 secret, phone: text 10...10 personal, countryCode: text 2...2) replies confirmed, denied, unreachable otherwise unreachable within 30s
            source truecaller = TCTrueSDKDelegate by delegate singleton, 7 rows
            begins taken -> idle; set within 15m 15m
            """#,
    states: [
        FlowSuite.State("idle", #"""
            due retry, after 125s, ttl, after 65s, within 15m
            start(phone: "bbbbbbbbbb", countryCode: "bb") given low => taken -> requesting; phone = "bbbbbbbbbb", countryCode = "bb", sends = 1; attempt 1; do request(phone: "bbbbbbbbbb", countryCode: "bb"); set after 65s 65s
            start(phone: "bbbbbbbbbb", countryCode: "bb") given high => taken -> requesting; phone = "bbbbbbbbbb", countryCode = "bb", sends = 4; attempt 1; do request(phone: "bbbbbbbbbb", countryCode: "bb"); set after 65s 65s
            submitCode(code: "bbbb", firstName: "b", lastName: "b") => rejected; claimed
            resend => rejected; claimed
            changeNumber(phone: "bbbbbbbbbb") => rejected; claimed
            cancel => taken -> cancelled; end every timer
            otpInitiated(ttl: 1s) => late
            otpReceived => ignored
            verificationComplete(token: "b") => late
            verifiedBefore(token: "b") => late
            profile => ignored
            failed(cause: network, token: "b") => late
            confirmed [of checkToken] => late; claimed
            confirmed [closed] => stale
            denied [of checkToken] => late; claimed
            denied [closed] => stale
            unreachable [of checkToken] => late; claimed
            unreachable [closed] => stale
            unrecognised => unrecognised
            within 15m => taken -> failed; why = abandoned; end every timer
            after 65s => ignored
            ttl => ignored
            after 125s => ignored
            retry => ignored
            """#),
        FlowSuite.State("requesting", #"""
            due retry, after 125s, ttl, after 65s, within 15m
            start(phone: "bbbbbbbbbb", countryCode: "bb") => rejected; claimed
            submitCode(code: "bbbb", firstName: "b", lastName: "b") => rejected; claimed
            resend => rejected; claimed
            changeNumber(phone: "bbbbbbbbbb") => rejected; claimed
            cancel => taken -> cancelled; end every timer
            otpInitiated(ttl: 1s) given low => taken -> awaiting; codeSent = true; set ttl 1s; end after 65s
            otpInitiated(ttl: 1s) given high => taken -> awaiting; tries = 0; set ttl 1s; end after 65s
            otpReceived => ignored
            verificationComplete(token: "b") given low => taken -> checking; token = "b"; do checkToken(token: "b", phone: "aaaaaaaaaa", countryCode: "aa") within 30s; end after 65s
            verificationComplete(token: "b") given high => taken -> checking; token = "b"; do checkToken(token: "b") within 30s; end after 65s
            verifiedBefore(token: "b") given low => taken -> checking; token = "b"; do checkToken(token: "b", phone: "aaaaaaaaaa", countryCode: "aa") within 30s; end after 65s
            verifiedBefore(token: "b") given high => taken -> checking; token = "b"; do checkToken(token: "b") within 30s; end after 65s
            profile => ignored
            failed(cause: network, token: "b") given codeSent = false => taken -> lapsed; end after 65s
            failed(cause: network, token: "b") given codeSent = true, low => taken -> checking; token = "b"; do checkToken(token: "b", phone: "aaaaaaaaaa", countryCode: "aa") within 30s; end after 65s
            failed(cause: network, token: "b") given codeSent = true, high => taken -> checking; token = "b"; do checkToken(token: "b") within 30s; end after 65s
            failed(cause: network) given codeSent = false => taken -> lapsed; end after 65s
            failed(cause: network) given codeSent = true => taken -> lapsed; end after 65s
            confirmed [of checkToken] => late; claimed
            confirmed [closed] => stale
            denied [of checkToken] => late; claimed
            denied [closed] => stale
            unreachable [of checkToken] => late; claimed
            unreachable [closed] => stale
            unrecognised => unrecognised
            within 15m => taken -> failed; why = abandoned; end every timer
            after 65s => taken -> lapsed
            ttl => ignored
            after 125s => ignored
            retry => ignored
            """#),
        FlowSuite.State("awaiting", #"""
            due retry, after 125s, ttl, after 65s, within 15m
            start(phone: "bbbbbbbbbb", countryCode: "bb") => rejected; claimed
            submitCode(code: "bbbb", firstName: "b", lastName: "b") given tries = 0 => taken -> verifying; do verify(code: "bbbb", firstName: "b", lastName: "b"); set after 125s 125s
            submitCode(code: "bbbb", firstName: "b", lastName: "b") given tries = 1 => taken -> verifying; do verify(code: "bbbb", firstName: "b", lastName: "b"); set after 125s 125s
            submitCode(code: "bbbb", firstName: "b", lastName: "b") given tries = 2 => taken -> verifying; do verify(code: "bbbb", firstName: "b", lastName: "b"); set after 125s 125s
            submitCode(code: "bbbb", firstName: "b", lastName: "b") given tries = 3 => taken -> verifying; do verify(code: "bbbb", firstName: "b", lastName: "b"); set after 125s 125s
            submitCode(code: "bbbb", firstName: "b", lastName: "b") given tries = 4 => taken -> verifying; do verify(code: "bbbb", firstName: "b", lastName: "b"); set after 125s 125s
            submitCode(code: "bbbb", firstName: "b", lastName: "b") given tries = 5 => taken -> failed; why = tooManyTries; end every timer
            resend => rejected; claimed
            changeNumber(phone: "bbbbbbbbbb") given sends = 0, low => taken -> requesting through sendAgain; phone = "bbbbbbbbbb", sends = 1; attempt 1; do request(phone: "bbbbbbbbbb", countryCode: "aa"); set after 65s 65s; end ttl
            changeNumber(phone: "bbbbbbbbbb") given sends = 0, high => taken -> requesting through sendAgain; phone = "bbbbbbbbbb", sends = 1; attempt 1; do request(phone: "bbbbbbbbbb"); set after 65s 65s; end ttl
            changeNumber(phone: "bbbbbbbbbb") given sends = 1, low => taken -> requesting through sendAgain; phone = "bbbbbbbbbb", sends = 2; attempt 1; do request(phone: "bbbbbbbbbb", countryCode: "aa"); set after 65s 65s; end ttl
            changeNumber(phone: "bbbbbbbbbb") given sends = 1, high => taken -> requesting through sendAgain; phone = "bbbbbbbbbb", sends = 2; attempt 1; do request(phone: "bbbbbbbbbb"); set after 65s 65s; end ttl
            changeNumber(phone: "bbbbbbbbbb") given sends = 2, low => taken -> requesting through sendAgain; phone = "bbbbbbbbbb", sends = 3; attempt 1; do request(phone: "bbbbbbbbbb", countryCode: "aa"); set after 65s 65s; end ttl
            changeNumber(phone: "bbbbbbbbbb") given sends = 2, high => taken -> requesting through sendAgain; phone = "bbbbbbbbbb", sends = 3; attempt 1; do request(phone: "bbbbbbbbbb"); set after 65s 65s; end ttl
            changeNumber(phone: "bbbbbbbbbb") given sends = 3, low => taken -> failed through sendAgain; phone = "bbbbbbbbbb"; end every timer
            changeNumber(phone: "bbbbbbbbbb") given sends = 3, high => taken -> failed through sendAgain; phone = "bbbbbbbbbb", why = tooManySends; end every timer
            cancel => taken -> cancelled; end every timer
            otpInitiated(ttl: 1s) => ignored
            otpReceived => ignored
            verificationComplete(token: "b") given low => taken -> checking; token = "b"; do checkToken(token: "b", phone: "aaaaaaaaaa", countryCode: "aa") within 30s; end ttl
            verificationComplete(token: "b") given high => taken -> checking; token = "b"; do checkToken(token: "b") within 30s; end ttl
            verifiedBefore(token: "b") given low => taken -> checking; token = "b"; do checkToken(token: "b", phone: "aaaaaaaaaa", countryCode: "aa") within 30s; end ttl
            verifiedBefore(token: "b") given high => taken -> checking; token = "b"; do checkToken(token: "b") within 30s; end ttl
            profile => ignored
            failed(cause: network, token: "b") given low => taken -> checking; token = "b"; do checkToken(token: "b", phone: "aaaaaaaaaa", countryCode: "aa") within 30s; end ttl
            failed(cause: network, token: "b") given high => taken -> checking; token = "b"; do checkToken(token: "b") within 30s; end ttl
            failed(cause: network) => ignored
            confirmed [of checkToken] => late; claimed
            confirmed [closed] => stale
            denied [of checkToken] => late; claimed
            denied [closed] => stale
            unreachable [of checkToken] => late; claimed
            unreachable [closed] => stale
            unrecognised => unrecognised
            within 15m => taken -> failed; why = abandoned; end every timer
            after 65s => ignored
            ttl => taken -> lapsed
            after 125s => ignored
            retry => ignored
            """#),
        FlowSuite.State("verifying", #"""
            due retry, after 125s, after 65s, within 15m
            start(phone: "bbbbbbbbbb", countryCode: "bb") => rejected; claimed
            submitCode(code: "bbbb", firstName: "b", lastName: "b") => rejected; claimed
            resend => rejected; claimed
            changeNumber(phone: "bbbbbbbbbb") => rejected; claimed
            cancel => taken -> cancelled; end every timer
            otpInitiated(ttl: 1s) => ignored
            otpReceived => ignored
            verificationComplete(token: "b") given low => taken -> checking; token = "b"; do checkToken(token: "b", phone: "aaaaaaaaaa", countryCode: "aa") within 30s; end ttl, after 125s
            verificationComplete(token: "b") given high => taken -> checking; token = "b"; do checkToken(token: "b") within 30s; end ttl, after 125s
            verifiedBefore(token: "b") given low => taken -> checking; token = "b"; do checkToken(token: "b", phone: "aaaaaaaaaa", countryCode: "aa") within 30s; end ttl, after 125s
            verifiedBefore(token: "b") given high => taken -> checking; token = "b"; do checkToken(token: "b") within 30s; end ttl, after 125s
            profile => ignored
            failed(cause: network, token: "b") given low => taken -> checking; token = "b"; do checkToken(token: "b", phone: "aaaaaaaaaa", countryCode: "aa") within 30s; end ttl, after 125s
            failed(cause: network, token: "b") given high => taken -> checking; token = "b"; do checkToken(token: "b") within 30s; end ttl, after 125s
            failed(cause: network) => taken -> awaiting; end after 125s
            failed(cause: internal, token: "b") given low => taken -> checking; token = "b"; do checkToken(token: "b", phone: "aaaaaaaaaa", countryCode: "aa") within 30s; end ttl, after 125s
            failed(cause: internal, token: "b") given high => taken -> checking; token = "b"; do checkToken(token: "b") within 30s; end ttl, after 125s
            failed(cause: internal) given low => taken -> awaiting; tries = 1; end after 125s
            failed(cause: internal) given high => taken -> awaiting; tries = 6; end after 125s
            failed(cause: noView, token: "b") given low => taken -> checking; token = "b"; do checkToken(token: "b", phone: "aaaaaaaaaa", countryCode: "aa") within 30s; end ttl, after 125s
            failed(cause: noView, token: "b") given high => taken -> checking; token = "b"; do checkToken(token: "b") within 30s; end ttl, after 125s
            failed(cause: noView) given low => taken -> awaiting; tries = 1; end after 125s
            failed(cause: noView) given high => taken -> awaiting; tries = 6; end after 125s
            failed(cause: badName, token: "b") given low => taken -> checking; token = "b"; do checkToken(token: "b", phone: "aaaaaaaaaa", countryCode: "aa") within 30s; end ttl, after 125s
            failed(cause: badName, token: "b") given high => taken -> checking; token = "b"; do checkToken(token: "b") within 30s; end ttl, after 125s
            failed(cause: badName) => taken -> awaiting; end after 125s
            failed(cause: tokenless, token: "b") given low => taken -> checking; token = "b"; do checkToken(token: "b", phone: "aaaaaaaaaa", countryCode: "aa") within 30s; end ttl, after 125s
            failed(cause: tokenless, token: "b") given high => taken -> checking; token = "b"; do checkToken(token: "b") within 30s; end ttl, after 125s
            failed(cause: tokenless) given low => taken -> awaiting; tries = 1; end after 125s
            failed(cause: tokenless) given high => taken -> awaiting; tries = 6; end after 125s
            failed(cause: other, token: "b") given low => taken -> checking; token = "b"; do checkToken(token: "b", phone: "aaaaaaaaaa", countryCode: "aa") within 30s; end ttl, after 125s
            failed(cause: other, token: "b") given high => taken -> checking; token = "b"; do checkToken(token: "b") within 30s; end ttl, after 125s
            failed(cause: other) given low => taken -> awaiting; tries = 1; end after 125s
            failed(cause: other) given high => taken -> awaiting; tries = 6; end after 125s
            confirmed [of checkToken] => late; claimed
            confirmed [closed] => stale
            denied [of checkToken] => late; claimed
            denied [closed] => stale
            unreachable [of checkToken] => late; claimed
            unreachable [closed] => stale
            unrecognised => unrecognised
            within 15m => taken -> failed; why = abandoned; end every timer
            after 65s => ignored
            ttl => ignored
            after 125s given low => taken -> awaiting; tries = 1
            after 125s given high => taken -> awaiting; tries = 6
            retry => ignored
            """#),
        FlowSuite.State("lapsed", #"""
            due retry, after 125s, ttl, after 65s, within 15m
            start(phone: "bbbbbbbbbb", countryCode: "bb") => rejected; claimed
            submitCode(code: "bbbb", firstName: "b", lastName: "b") => rejected; claimed
            resend given sends = 0, low => taken -> requesting through sendAgain; sends = 1; attempt 1; do request(phone: "aaaaaaaaaa", countryCode: "aa"); set after 65s 65s
            resend given sends = 0, high => taken -> requesting through sendAgain; sends = 1; attempt 1; do request; set after 65s 65s
            resend given sends = 1, low => taken -> requesting through sendAgain; sends = 2; attempt 1; do request(phone: "aaaaaaaaaa", countryCode: "aa"); set after 65s 65s
            resend given sends = 1, high => taken -> requesting through sendAgain; sends = 2; attempt 1; do request; set after 65s 65s
            resend given sends = 2, low => taken -> requesting through sendAgain; sends = 3; attempt 1; do request(phone: "aaaaaaaaaa", countryCode: "aa"); set after 65s 65s
            resend given sends = 2, high => taken -> requesting through sendAgain; sends = 3; attempt 1; do request; set after 65s 65s
            resend given sends = 3, low => taken -> failed through sendAgain; end every timer
            resend given sends = 3, high => taken -> failed through sendAgain; why = tooManySends; end every timer
            changeNumber(phone: "bbbbbbbbbb") given sends = 0, low => taken -> requesting through sendAgain; phone = "bbbbbbbbbb", sends = 1; attempt 1; do request(phone: "bbbbbbbbbb", countryCode: "aa"); set after 65s 65s
            changeNumber(phone: "bbbbbbbbbb") given sends = 0, high => taken -> requesting through sendAgain; phone = "bbbbbbbbbb", sends = 1; attempt 1; do request(phone: "bbbbbbbbbb"); set after 65s 65s
            changeNumber(phone: "bbbbbbbbbb") given sends = 1, low => taken -> requesting through sendAgain; phone = "bbbbbbbbbb", sends = 2; attempt 1; do request(phone: "bbbbbbbbbb", countryCode: "aa"); set after 65s 65s
            changeNumber(phone: "bbbbbbbbbb") given sends = 1, high => taken -> requesting through sendAgain; phone = "bbbbbbbbbb", sends = 2; attempt 1; do request(phone: "bbbbbbbbbb"); set after 65s 65s
            changeNumber(phone: "bbbbbbbbbb") given sends = 2, low => taken -> requesting through sendAgain; phone = "bbbbbbbbbb", sends = 3; attempt 1; do request(phone: "bbbbbbbbbb", countryCode: "aa"); set after 65s 65s
            changeNumber(phone: "bbbbbbbbbb") given sends = 2, high => taken -> requesting through sendAgain; phone = "bbbbbbbbbb", sends = 3; attempt 1; do request(phone: "bbbbbbbbbb"); set after 65s 65s
            changeNumber(phone: "bbbbbbbbbb") given sends = 3, low => taken -> failed through sendAgain; phone = "bbbbbbbbbb"; end every timer
            changeNumber(phone: "bbbbbbbbbb") given sends = 3, high => taken -> failed through sendAgain; phone = "bbbbbbbbbb", why = tooManySends; end every timer
            cancel => taken -> cancelled; end every timer
            otpInitiated(ttl: 1s) given low => taken -> awaiting; codeSent = true; set ttl 1s
            otpInitiated(ttl: 1s) given high => taken -> awaiting; tries = 0; set ttl 1s
            otpReceived => ignored
            verificationComplete(token: "b") given low => taken -> checking; token = "b"; do checkToken(token: "b", phone: "aaaaaaaaaa", countryCode: "aa") within 30s
            verificationComplete(token: "b") given high => taken -> checking; token = "b"; do checkToken(token: "b") within 30s
            verifiedBefore(token: "b") given low => taken -> checking; token = "b"; do checkToken(token: "b", phone: "aaaaaaaaaa", countryCode: "aa") within 30s
            verifiedBefore(token: "b") given high => taken -> checking; token = "b"; do checkToken(token: "b") within 30s
            profile => ignored
            failed(cause: network, token: "b") given codeSent = false => ignored
            failed(cause: network, token: "b") given codeSent = true, low => taken -> checking; token = "b"; do checkToken(token: "b", phone: "aaaaaaaaaa", countryCode: "aa") within 30s
            failed(cause: network, token: "b") given codeSent = true, high => taken -> checking; token = "b"; do checkToken(token: "b") within 30s
            failed(cause: network) given codeSent = false => ignored
            failed(cause: network) given codeSent = true => ignored
            confirmed [of checkToken] => late; claimed
            confirmed [closed] => stale
            denied [of checkToken] => late; claimed
            denied [closed] => stale
            unreachable [of checkToken] => late; claimed
            unreachable [closed] => stale
            unrecognised => unrecognised
            within 15m => taken -> failed; why = abandoned; end every timer
            after 65s => ignored
            ttl => ignored
            after 125s => ignored
            retry => ignored
            """#),
        FlowSuite.State("checking", #"""
            due retry, after 125s, ttl, after 65s, within 15m
            start(phone: "bbbbbbbbbb", countryCode: "bb") => rejected; claimed
            submitCode(code: "bbbb", firstName: "b", lastName: "b") => rejected; claimed
            resend => rejected; claimed
            changeNumber(phone: "bbbbbbbbbb") => rejected; claimed
            cancel => taken -> cancelled; end every timer
            otpInitiated(ttl: 1s) => ignored
            otpReceived => ignored
            verificationComplete(token: "b") => stayed; newer = "b"
            verifiedBefore(token: "b") => stayed; newer = "b"
            profile => ignored
            failed(cause: network, token: "b") => stayed; newer = "b"
            failed(cause: network) => ignored
            confirmed [of checkToken] => taken -> authenticated; end every timer
            confirmed [closed] => stale
            denied [of checkToken] given newer = "a", low => taken -> checking; newer = nil; do checkToken(token: "a", phone: "aaaaaaaaaa", countryCode: "aa") within 30s; end retry
            denied [of checkToken] given newer = "a", high => taken -> checking; token = "a", newer = nil; do checkToken(token: "a") within 30s; end retry
            denied [of checkToken] given newer = nil => taken -> failed; why = denied; end every timer
            denied [closed] given newer = "a" => stale
            denied [closed] given newer = nil => stale
            unreachable [of checkToken] given checks = 0 => stayed; checks = 1; set retry 3s
            unreachable [of checkToken] given checks = 1 => stayed; checks = 2; set retry 3s
            unreachable [of checkToken] given checks = 2 => stayed; checks = 3; set retry 3s
            unreachable [of checkToken] given checks = 3 => taken -> failed; why = unreachable; end every timer
            unreachable [closed] given checks = 0 => stale
            unreachable [closed] given checks = 1 => stale
            unreachable [closed] given checks = 2 => stale
            unreachable [closed] given checks = 3 => stale
            unrecognised => unrecognised
            within 15m => taken -> failed; why = abandoned; end every timer
            after 65s => ignored
            ttl => ignored
            after 125s => ignored
            retry given low => stayed; do checkToken(token: "a", phone: "aaaaaaaaaa", countryCode: "aa") within 30s
            retry given high => stayed; do checkToken within 30s
            """#),
        FlowSuite.State("authenticated", #"""
            due retry, after 125s, ttl, after 65s, within 15m
            start(phone: "bbbbbbbbbb", countryCode: "bb") => rejected
            submitCode(code: "bbbb", firstName: "b", lastName: "b") => rejected
            resend => rejected
            changeNumber(phone: "bbbbbbbbbb") => rejected
            cancel => rejected
            otpInitiated(ttl: 1s) => late
            otpReceived => late
            verificationComplete(token: "b") => late
            verifiedBefore(token: "b") => late
            profile => late
            failed(cause: network, token: "b") => late
            confirmed [of checkToken] => late
            confirmed [closed] => late
            denied [of checkToken] => late
            denied [closed] => late
            unreachable [of checkToken] => late
            unreachable [closed] => late
            unrecognised => unrecognised
            within 15m => late
            after 65s => late
            ttl => late
            after 125s => late
            retry => late
            """#),
        FlowSuite.State("failed", #"""
            due retry, after 125s, ttl, after 65s, within 15m
            start(phone: "bbbbbbbbbb", countryCode: "bb") => rejected
            submitCode(code: "bbbb", firstName: "b", lastName: "b") => rejected
            resend => rejected
            changeNumber(phone: "bbbbbbbbbb") => rejected
            cancel => rejected
            otpInitiated(ttl: 1s) => late
            otpReceived => late
            verificationComplete(token: "b") => late
            verifiedBefore(token: "b") => late
            profile => late
            failed(cause: network, token: "b") => late
            confirmed [of checkToken] => late
            confirmed [closed] => late
            denied [of checkToken] => late
            denied [closed] => late
            unreachable [of checkToken] => late
            unreachable [closed] => late
            unrecognised => unrecognised
            within 15m => late
            after 65s => late
            ttl => late
            after 125s => late
            retry => late
            """#),
        FlowSuite.State("cancelled", #"""
            due retry, after 125s, ttl, after 65s, within 15m
            start(phone: "bbbbbbbbbb", countryCode: "bb") => rejected
            submitCode(code: "bbbb", firstName: "b", lastName: "b") => rejected
            resend => rejected
            changeNumber(phone: "bbbbbbbbbb") => rejected
            cancel => rejected
            otpInitiated(ttl: 1s) => late
            otpReceived => late
            verificationComplete(token: "b") => late
            verifiedBefore(token: "b") => late
            profile => late
            failed(cause: network, token: "b") => late
            confirmed [of checkToken] => late
            confirmed [closed] => late
            denied [of checkToken] => late
            denied [closed] => late
            unreachable [of checkToken] => late
            unreachable [closed] => late
            unrecognised => unrecognised
            within 15m => late
            after 65s => late
            ttl => late
            after 125s => late
            retry => late
            """#)
    ])
