import Testing

/// A way around a requirement of a shipped flow: a row that is written so that the requirement no longer holds.
struct WayAround: CustomTestStringConvertible, Sendable {
    var flow: String
    var requirement: String
    /// The row as the flow has it; where it stands more than once, the first one is meant.
    var row: String
    /// What stands in its place.
    var mistaken: String

    var testDescription: String { "\(flow): \(mistaken)" }
}

extension WayAround {
    static let all = [
        WayAround(
            flow: "OTPlessSNA", requirement: "authenticated only after confirmed", row: "on oneTap -> confirming",
            mistaken: "on oneTap -> authenticated"),
        WayAround(
            flow: "OTPlessSmartAuth", requirement: "authenticated only after confirmed",
            row: "when requestId present -> confirming\n    when requestId absent  -> doubt",
            mistaken: "when requestId present -> authenticated\n    when requestId absent  -> doubt"),
        WayAround(
            flow: "OTPlessSmartAuth",
            requirement: "authenticated only after do checkToken, do checkStatus since changeNumber",
            row: "late confirmed, denied when requestId absent  //",
            mistaken: "on confirmed when requestId absent -> authenticated\n  late denied when requestId absent  //"),
        WayAround(
            flow: "TruecallerOTP", requirement: "authenticated only after confirmed",
            row: "on verificationComplete, verifiedBefore -> checking { keep token }  // whenever",
            mistaken: "on verificationComplete, verifiedBefore -> authenticated { keep token }  // whenever"),
        // The backend's `confirmed` is about the number that the person gave before `changeNumber`.
        WayAround(
            flow: "TruecallerOTP", requirement: "authenticated only after do checkToken since changeNumber",
            row: "late confirmed, denied, unreachable",
            mistaken: "on confirmed -> authenticated\n  late denied, unreachable"),
        WayAround(
            flow: "TruecallerOTP", requirement: "do request(phone) with the latest phone",
            row: "sendAgain { keep phone, countryCode; newer", mistaken: "sendAgain { keep countryCode; newer"),
        WayAround(
            flow: "TruecallerOTP", requirement: "do request(countryCode) with the latest countryCode",
            row: "sendAgain { keep phone, countryCode; newer", mistaken: "sendAgain { keep phone; newer"),
        WayAround(
            flow: "TruecallerOTP", requirement: "do checkToken(phone) with the latest phone",
            row: "sendAgain { keep phone, countryCode; newer", mistaken: "sendAgain { keep countryCode; newer"),
        WayAround(
            flow: "TruecallerOTP", requirement: "do checkToken(countryCode) with the latest countryCode",
            row: "sendAgain { keep phone, countryCode; newer", mistaken: "sendAgain { keep phone; newer"),
        WayAround(
            flow: "TruecallerOneTap", requirement: "authenticated only after confirmed",
            row: "on agreed -> checking { keep profile }", mistaken: "on agreed -> authenticated { keep profile }"),
        WayAround(
            flow: "OfflineOTP", requirement: "presented only after generated, bioMade",
            row: "on bioCancelled -> choosing", mistaken: "on bioCancelled -> presented"),
        WayAround(
            flow: "AccountDeletion", requirement: "removed only after deleted, gone",
            row: "on noAnswer -> looking { trouble = noAnswer }", mistaken: "on noAnswer -> removed"),
        WayAround(
            flow: "AccountDeletion", requirement: "do deleteAccount only after confirm since found",
            row: "on found -> asking", mistaken: "on found -> deleting"),
        WayAround(
            flow: "AccountDeletion", requirement: "do deleteAccount(account) with the latest account",
            row: "on start -> looking { keep account }",
            mistaken: "on start when account absent -> looking { keep account }\n  on start otherwise -> looking"),
        WayAround(
            flow: "PowerAuthRequest", requirement: "succeeded only after answered", row: "on cached -> sending",
            mistaken: "on cached -> completing"),
        WayAround(
            flow: "PowerAuthRequest", requirement: "succeeded only after do complete",
            row: "on answered when answer == ok -> completing", mistaken: "on answered when answer == ok -> succeeded"),
        WayAround(
            flow: "PowerAuthActivation", requirement: "why == refused only after keysRefused, status",
            row: "on persistUnknown -> reopening { do dropUnfinished }",
            mistaken: "on persistUnknown -> failed { why = refused; do dropUnfinished }"),
        WayAround(
            flow: "PowerAuthActivation", requirement: "in blocked only after status since refused",
            row: "on statusUnknown when lead <= 10 or lead == 19 -> asBefore",
            mistaken: "on statusUnknown when lead <= 10 or lead == 19 -> blocked"),
        WayAround(
            flow: "PowerAuthActivation", requirement: "do removeLocal only after status",
            row: "on statusUnknown -> empty",
            mistaken: "on statusUnknown -> empty { do removeLocal }"),
        WayAround(
            flow: "PowerAuthActivation", requirement: "do forget only after remove",
            row: "on close -> failed { why = blocked }",
            mistaken: "on close -> failed { why = blocked; do forget }"),
        WayAround(
            flow: "PowerAuthRequest", requirement: "reason == missingActivation only after missing",
            row: "on unanswered -> completing { reason = timeOut }",
            mistaken: "on unanswered -> completing { reason = missingActivation }"),
        WayAround(
            flow: "PowerAuthRequest", requirement: "reason == signError only after missing, signFailed, tokenUseless",
            row: "on unanswered -> completing { reason = timeOut }",
            mistaken: "on unanswered -> completing { reason = signError }"),
        WayAround(
            flow: "PowerAuthRequest", requirement: "reason == tokenError only after tokenFailed, tokenUseless",
            row: "on unanswered -> completing { reason = timeOut }",
            mistaken: "on unanswered -> completing { reason = tokenError }"),
        WayAround(
            flow: "PowerAuthRequest", requirement: "reason == apiError only after answered",
            row: "on unanswered -> completing { reason = timeOut }",
            mistaken: "on unanswered -> completing { reason = apiError }"),
        WayAround(
            flow: "PowerAuthBiometry", requirement: "enabled only after factorKept",
            row: "on added -> reading { asked = true }",
            mistaken: "on added -> ready"),
        WayAround(
            flow: "PowerAuthBiometry", requirement: "obstacle == refused only after addRefused",
            row: "on addLost -> reading { obstacle = lost }",
            mistaken: "on addLost -> reading { obstacle = refused }"),
        WayAround(
            flow: "PowerAuthBiometry", requirement: "do removeFactor only after turnOff",
            row: "state invalidated waits for user {}",
            mistaken: "state invalidated waits for user { enter { do removeFactor } }"),
        WayAround(
            flow: "PowerAuthTokenRemoval", requirement: "removed only after tokenRemoved",
            row: "on removalLost -> kept { obstacle = lost }",
            mistaken: "on removalLost -> removed"),
        WayAround(
            flow: "PowerAuthTokenRemoval", requirement: "obstacle == refused only after removalRefused",
            row: "on removalLost -> kept { obstacle = lost }",
            mistaken: "on removalLost -> kept { obstacle = refused }"),
        WayAround(
            flow: "PowerAuthTokenRemoval", requirement: "do dropToken only after discard, forget",
            row: "on removalLost -> kept { obstacle = lost }",
            mistaken: "on removalLost -> kept { obstacle = lost; do dropToken(name) }"),
        WayAround(
            flow: "PowerAuthOffline", requirement: "presented only after codeMade",
            row: "on notSigned -> confirming { keep hindrance }",
            mistaken: "on notSigned -> presented"),
        WayAround(
            flow: "PowerAuthOffline", requirement: "do makeCode only after genuine since scan",
            row: "on unverified -> idle",
            mistaken: "on unverified -> another"),
        WayAround(
            flow: "PowerAuthOffline", requirement: "why == forged only after forged",
            row: "on unverified -> idle",
            mistaken: "on unverified -> failed { why = forged }"),
        WayAround(
            flow: "PhoneLogin",
            requirement: "authenticated only after silent.authenticated, smart.authenticated, oneTap.authenticated, "
                + "truecaller.authenticated",
            row: "on silent.failed, silent.cancelled -> next {",
            mistaken: "on silent.cancelled -> authenticated\n  on silent.failed -> next {"),
        WayAround(
            flow: "PhoneLogin", requirement: "codePresented only after offline.presented",
            row: "on offline.failed, offline.cancelled -> next {",
            mistaken: "on offline.cancelled -> codePresented\n    on offline.failed -> next {"),
        WayAround(
            flow: "OTPlessSNA", requirement: "always possible cancel in idle, polling",
            row: "on cancel -> cancelled { why = givenUp; do stop }",
            mistaken: "reject cancel"),
        WayAround(
            flow: "OTPlessSmartAuth", requirement: "triesLeft falls only on codeRefused, setupFailed",
            row: "on initFailed, step -> entering",
            mistaken: """
                on initFailed when triesLeft > 0 -> entering { triesLeft -= 1 }
                      on initFailed when triesLeft == 0 -> entering
                      on step -> entering
                """),
        WayAround(
            flow: "OTPlessSmartAuth", requirement: "always possible cancel in before, live",
            row: "on cancel -> cancelled { why = givenUp; do stop }",
            mistaken: "reject cancel"),
        WayAround(
            flow: "TruecallerOTP", requirement: "triesLeft falls only on failed",
            row: "after 125s -> back",
            mistaken: "after 125s -> back { triesLeft -= 1 }"),
        WayAround(
            flow: "TruecallerOTP", requirement: "always possible cancel in idle, live",
            row: "state awaiting waits for user {",
            mistaken: "state awaiting waits for user {\n    reject cancel"),
        WayAround(
            flow: "TruecallerOneTap", requirement: "always possible cancel in idle, seeking, live",
            row: "state away waits for user {",
            mistaken: "state away waits for user {\n      reject cancel"),
        WayAround(
            flow: "TruecallerOneTap", requirement: "always possible again in away",
            row: "on again -> opening",
            mistaken: "reject again"),
        WayAround(
            flow: "AccountDeletion", requirement: "do deleteAccount never after do deleteAccount until confirm",
            row: "on noAnswer -> looking { trouble = noAnswer }",
            mistaken: "on noAnswer -> deleting { trouble = noAnswer }"),
        WayAround(
            flow: "AccountDeletion", requirement: "always possible cancel in idle, looking, asking, deleting, unsure",
            row: "on cancel -> doubtful",
            mistaken: "reject cancel"),
        WayAround(
            flow: "OfflineOTP", requirement: "triesLeft falls only on refused",
            row: "on noAnswer when codesLeft == 0 -> typing { trouble = noAnswer }",
            mistaken: "on noAnswer when codesLeft == 0 -> typing { trouble = noAnswer; triesLeft -= 1 }"),
        WayAround(
            flow: "OfflineOTP", requirement: "always possible cancel in idle, unprompted, prompted",
            row: "state making {",
            mistaken: "state making {\n    reject cancel"),
        WayAround(
            flow: "OfflineOTP", requirement: "always possible enterPIN in typing, prompted",
            row: "state unanswered {",
            mistaken: "state unanswered {\n    reject enterPIN"),
        WayAround(
            flow: "PowerAuthActivation", requirement: "do signCall never after do signCall until use",
            row: "on lost -> active { lead += 1; keep refusal }",
            mistaken:
                "on lost when lead < 18 -> using { lead += 1; keep refusal; do signCall(nil) }\n  on lost when lead >= 18 -> active { lead += 1; keep refusal }"
        ),
        WayAround(
            flow: "PowerAuthActivation",
            requirement: "always possible cancel in empty, reopening, joining, waiting, joined",
            row: "state refreshing {",
            mistaken: "state refreshing {\n    reject cancel"),
        WayAround(
            flow: "PowerAuthBiometry", requirement: "left falls only on turnOn",
            row: "on dropped -> reading { wanted = false; obstacle = nil }",
            mistaken: """
                on dropped when left > 0 -> reading { wanted = false; obstacle = nil; left -= 1 }
                  on dropped when left == 0 -> reading { wanted = false; obstacle = nil }
                """),
        WayAround(
            flow: "PowerAuthBiometry", requirement: "always possible turnOff in shown",
            row: "state ready waits for user {",
            mistaken: "state ready waits for user {\n    reject turnOff"),
        WayAround(
            flow: "PowerAuthBiometry", requirement: "always possible cancel in idle, looking, shown",
            row: "state reading {",
            mistaken: "state reading {\n    reject cancel"),
        WayAround(
            flow: "PowerAuthTokenRemoval", requirement: "do removeToken never after do removeToken until again",
            row: "on removalLost -> kept { obstacle = lost }",
            mistaken: "on removalLost -> removing { obstacle = lost }"),
        WayAround(
            flow: "PowerAuthTokenRemoval", requirement: "always possible forget in kept",
            row: "on forget -> forgotten { do dropToken(name) }",
            mistaken: "reject forget"),
        WayAround(
            flow: "PowerAuthTokenRemoval", requirement: "always possible cancel in idle, asking, kept",
            row: "on cancel -> cancelled\n}\n\n/// What is signed",
            mistaken: "reject cancel\n}\n\n/// What is signed"),
        WayAround(
            flow: "PowerAuthOffline", requirement: "do makeCode never after do makeCode until confirm",
            row: "on notSigned -> confirming { keep hindrance }",
            mistaken: "on notSigned -> making { keep hindrance; do makeCode(operation, nonce, nil) }"),
        WayAround(
            flow: "PowerAuthOffline", requirement: "always possible cancel in idle, seen",
            row: "state showing {",
            mistaken: "state showing {\n      reject cancel"),
        WayAround(
            flow: "PowerAuthRequest", requirement: "do complete never after do complete",
            row: "on completed -> end",
            mistaken:
                "on completed when reason present -> end\n    on completed when reason absent -> completing { reason = unknown }"
        ),
        WayAround(
            flow: "PowerAuthRequest", requirement: "always possible cancel in idle, underWay",
            row: "state queued {",
            mistaken: "state queued {\n      reject cancel"),
        WayAround(
            flow: "PhoneLogin", requirement: "always possible cancel in idle, preparing, bySilence, later",
            row: "state preparing {",
            mistaken: "state preparing {\n  reject cancel"),
        WayAround(
            flow: "PhoneLogin", requirement: "always possible giveUpRequest in preparing",
            row: "on giveUpRequest -> next { noRequest = givenUp }",
            mistaken: "reject giveUpRequest"),
    ]
}
