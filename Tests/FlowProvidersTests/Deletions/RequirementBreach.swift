import Testing

/// A breach of a requirement of a shipped flow: a row that is written so that the requirement no longer holds.
struct RequirementBreach: CustomTestStringConvertible, Sendable {
    var flow: String
    var requirement: String
    /// The row as the flow has it; where it stands more than once, the first one is meant.
    var row: String
    /// What stands in its place.
    var mistaken: String

    var testDescription: String { "\(flow): \(mistaken)" }
}

extension RequirementBreach {
    static let all = [
        RequirementBreach(
            flow: "OTPlessSNA", requirement: "authenticated only after confirmed", row: "on oneTap -> confirming",
            mistaken: "on oneTap -> authenticated"),
        RequirementBreach(
            flow: "OTPlessSmartAuth", requirement: "authenticated only after confirmed",
            row: "when requestId present -> confirming\n    when requestId absent  -> doubt",
            mistaken: "when requestId present -> authenticated\n    when requestId absent  -> doubt"),
        RequirementBreach(
            flow: "OTPlessSmartAuth",
            requirement: "authenticated only after do checkToken, do checkStatus since changeNumber",
            row: "late confirmed, denied when requestId absent  //",
            mistaken: "on confirmed when requestId absent -> authenticated\n  late denied when requestId absent  //"),
        RequirementBreach(
            flow: "TruecallerOTP", requirement: "authenticated only after confirmed",
            row: "on verificationComplete, verifiedBefore -> inTurn { newer = token; sent = nothing; clear ttl }",
            mistaken: "on verificationComplete, verifiedBefore -> authenticated { keep token }"),
        // The backend's `confirmed` is about the number that the person gave before `changeNumber`.
        RequirementBreach(
            flow: "TruecallerOTP", requirement: "authenticated only after do checkToken since changeNumber",
            row: "countryCode; token = nil; newer", mistaken: "countryCode; newer"),
        RequirementBreach(
            flow: "TruecallerOTP", requirement: "do request(phone) with the latest phone",
            row: "keep phone, countryCode; token", mistaken: "keep countryCode; token"),
        RequirementBreach(
            flow: "TruecallerOTP", requirement: "do request(countryCode) with the latest countryCode",
            row: "keep phone, countryCode; token", mistaken: "keep phone; token"),
        RequirementBreach(
            flow: "TruecallerOTP", requirement: "do checkToken(phone) with the latest phone",
            row: "keep phone, countryCode; token", mistaken: "keep countryCode; token"),
        RequirementBreach(
            flow: "TruecallerOTP", requirement: "do checkToken(countryCode) with the latest countryCode",
            row: "keep phone, countryCode; token", mistaken: "keep phone; token"),
        // A silence that is read as no word about the code in hand: the SDK can verify it no more.
        RequirementBreach(
            flow: "TruecallerOTP",
            requirement: """
                do verify never after on verificationComplete or on verifiedBefore or on unanswered or on unheard \
                until on otpInitiated
                """,
            row: "on unheard -> lapsed { sent = nothing; clear ttl }", mistaken: "on unheard -> back"),
        RequirementBreach(
            flow: "TruecallerOneTap", requirement: "authenticated only after confirmed",
            row: "on agreed -> inTurn { newer = profile }", mistaken: "on agreed -> authenticated { keep profile }"),
        RequirementBreach(
            flow: "OfflineOTP", requirement: "presented only after generated, bioMade",
            row: "on bioCancelled -> choosing", mistaken: "on bioCancelled -> presented"),
        RequirementBreach(
            flow: "AccountDeletion", requirement: "removed only after deleted, gone",
            row: "on noAnswer -> looking { trouble = noAnswer }", mistaken: "on noAnswer -> removed"),
        RequirementBreach(
            flow: "AccountDeletion", requirement: "do deleteAccount only after confirm since found",
            row: "on found -> asking", mistaken: "on found -> deleting"),
        RequirementBreach(
            flow: "AccountDeletion", requirement: "do deleteAccount(account) with the latest account",
            row: "on start -> looking { keep account }",
            mistaken: "on start when account absent -> looking { keep account }\n  on start otherwise -> looking"),
        RequirementBreach(
            flow: "PowerAuthRequest", requirement: "succeeded only after answered", row: "on cached -> sending",
            mistaken: "on cached -> completing"),
        RequirementBreach(
            flow: "PowerAuthRequest", requirement: "succeeded only after do complete",
            row: "on answered when answer == ok -> completing", mistaken: "on answered when answer == ok -> succeeded"),
        RequirementBreach(
            flow: "PowerAuthActivation", requirement: "why == refused only after keysRefused, status",
            row: "on persistUnknown -> reopening { do dropUnfinished }",
            mistaken: "on persistUnknown -> failed { why = refused; do dropUnfinished }"),
        RequirementBreach(
            flow: "PowerAuthActivation", requirement: "in blocked only after status since refused",
            row: "on statusUnknown when lead <= 10 or lead == 19 -> asBefore",
            mistaken: "on statusUnknown when lead <= 10 or lead == 19 -> blocked"),
        RequirementBreach(
            flow: "PowerAuthActivation", requirement: "do removeLocal only after status",
            row: "on statusUnknown -> empty",
            mistaken: "on statusUnknown -> empty { do removeLocal }"),
        RequirementBreach(
            flow: "PowerAuthActivation", requirement: "do forget only after on forget",
            row: "on close -> failed { why = blocked }",
            mistaken: "on close -> failed { why = blocked; do forget }"),
        RequirementBreach(
            flow: "PowerAuthRequest", requirement: "reason == missingActivation only after missing",
            row: "on unanswered -> completing { reason = timeOut }",
            mistaken: "on unanswered -> completing { reason = missingActivation }"),
        RequirementBreach(
            flow: "PowerAuthRequest", requirement: "reason == signError only after missing, signFailed, tokenUseless",
            row: "on unanswered -> completing { reason = timeOut }",
            mistaken: "on unanswered -> completing { reason = signError }"),
        RequirementBreach(
            flow: "PowerAuthRequest", requirement: "reason == tokenError only after tokenFailed, tokenUseless",
            row: "on unanswered -> completing { reason = timeOut }",
            mistaken: "on unanswered -> completing { reason = tokenError }"),
        RequirementBreach(
            flow: "PowerAuthRequest", requirement: "reason == apiError only after answered",
            row: "on unanswered -> completing { reason = timeOut }",
            mistaken: "on unanswered -> completing { reason = apiError }"),
        RequirementBreach(
            flow: "PowerAuthBiometry", requirement: "enabled only after factorKept",
            row: "on added -> reading { asked = true }",
            mistaken: "on added -> ready"),
        RequirementBreach(
            flow: "PowerAuthBiometry", requirement: "obstacle == refused only after addRefused",
            row: "on addLost -> reading { obstacle = lost }",
            mistaken: "on addLost -> reading { obstacle = refused }"),
        RequirementBreach(
            flow: "PowerAuthBiometry", requirement: "do removeFactor only after turnOff",
            row: "state invalidated waits for user {}",
            mistaken: "state invalidated waits for user { enter { do removeFactor } }"),
        RequirementBreach(
            flow: "PowerAuthTokenRemoval", requirement: "removed only after tokenRemoved",
            row: "on removalLost -> kept { obstacle = lost }",
            mistaken: "on removalLost -> removed"),
        RequirementBreach(
            flow: "PowerAuthTokenRemoval", requirement: "obstacle == refused only after removalRefused",
            row: "on removalLost -> kept { obstacle = lost }",
            mistaken: "on removalLost -> kept { obstacle = refused }"),
        RequirementBreach(
            flow: "PowerAuthTokenRemoval", requirement: "do dropToken only after discard, forget",
            row: "on removalLost -> kept { obstacle = lost }",
            mistaken: "on removalLost -> kept { obstacle = lost; do dropToken(name) }"),
        RequirementBreach(
            flow: "PowerAuthOffline", requirement: "presented only after codeMade",
            row: "on notSigned -> confirming { keep hindrance }",
            mistaken: "on notSigned -> presented"),
        RequirementBreach(
            flow: "PowerAuthOffline", requirement: "do makeCode only after genuine since scan",
            row: "on unverified -> idle { hindrance = noAnswer }",
            mistaken: "on unverified -> another"),
        RequirementBreach(
            flow: "PowerAuthOffline", requirement: "why == forged only after forged",
            row: "on unverified -> idle { hindrance = noAnswer }",
            mistaken: "on unverified -> failed { why = forged }"),
        RequirementBreach(
            flow: "PowerAuthBiometry", requirement: "disabled only after factorGone",
            row: "on close -> cancelled", mistaken: "on close -> disabled"),
        RequirementBreach(
            flow: "PowerAuthOffline", requirement: "why == noActivation only after inactive",
            row: "on unverified -> idle { hindrance = noAnswer }",
            mistaken: "on unverified -> failed { why = noActivation }"),
        RequirementBreach(
            flow: "PhoneLogin",
            requirement: "authenticated only after silent.authenticated, smart.authenticated, oneTap.authenticated, "
                + "truecaller.authenticated",
            row: "on silent.failed, silent.cancelled -> next {",
            mistaken: "on silent.cancelled -> authenticated\n  on silent.failed -> next {"),
        RequirementBreach(
            flow: "PhoneLogin", requirement: "codePresented only after offline.presented",
            row: "on offline.failed, offline.cancelled -> next {",
            mistaken: "on offline.cancelled -> codePresented\n    on offline.failed -> next {"),
        RequirementBreach(
            flow: "OTPlessSNA", requirement: "always possible cancel in idle, polling",
            row: "on cancel -> cancelled { why = givenUp; do stop }",
            mistaken: "reject cancel"),
        RequirementBreach(
            flow: "OTPlessSmartAuth", requirement: "triesLeft falls only on codeRefused",
            row: "on initFailed -> entering { do initialise }",
            mistaken: """
                on initFailed when triesLeft > 0 -> entering { triesLeft -= 1 }
                      on initFailed when triesLeft == 0 -> entering
                """),
        RequirementBreach(
            flow: "OTPlessSmartAuth", requirement: "always possible cancel in before, live",
            row: "on cancel -> cancelled { why = givenUp; do stop }",
            mistaken: "reject cancel"),
        RequirementBreach(
            flow: "TruecallerOTP", requirement: "triesLeft falls only on failed",
            row: "on unheard -> lapsed { sent = nothing; clear ttl }",
            mistaken: "on unheard -> lapsed { triesLeft -= 1; sent = nothing; clear ttl }"),
        RequirementBreach(
            flow: "TruecallerOTP", requirement: "always possible cancel in idle, live",
            row: "state awaiting waits for user {",
            mistaken: "state awaiting waits for user {\n    reject cancel"),
        RequirementBreach(
            flow: "TruecallerOneTap", requirement: "always possible cancel in idle, live",
            row: "state away waits for user {",
            mistaken: "state away waits for user {\n      reject cancel"),
        RequirementBreach(
            flow: "TruecallerOneTap", requirement: "always possible again in away",
            row: "on again when profile absent -> opening",
            mistaken: "reject again when profile absent"),
        RequirementBreach(
            flow: "AccountDeletion", requirement: "do deleteAccount never after do deleteAccount until confirm",
            row: "on noAnswer -> looking { trouble = noAnswer }",
            mistaken: "on noAnswer -> deleting { trouble = noAnswer }"),
        RequirementBreach(
            flow: "AccountDeletion", requirement: "always possible cancel in idle, looking, asking, deleting, unsure",
            row: "on cancel -> doubtful",
            mistaken: "reject cancel"),
        RequirementBreach(
            flow: "OfflineOTP", requirement: "triesLeft falls only on refused",
            row: "on noAnswer when codesLeft == 0 -> nextCode { trouble = noAnswer }",
            mistaken: "on noAnswer when codesLeft == 0 -> nextCode { trouble = noAnswer; triesLeft -= 1 }"),
        RequirementBreach(
            flow: "OfflineOTP", requirement: "always possible cancel in idle, unprompted, prompted",
            row: "state making {",
            mistaken: "state making {\n    reject cancel"),
        RequirementBreach(
            flow: "OfflineOTP", requirement: "always possible enterPIN in typing, prompted",
            row: "state unanswered {",
            mistaken: "state unanswered {\n    reject enterPIN"),
        RequirementBreach(
            flow: "PowerAuthActivation",
            requirement:
                "in failed or in cancelled never after keysReady until persisted or do dropUnfinished or do removeLocal",
            row: "within session -> failed { why = abandoned; do dropUnfinished }",
            mistaken: "within session -> failed { why = abandoned }"),
        RequirementBreach(
            flow: "PowerAuthActivation", requirement: "do signCall never after do signCall until use",
            row: "on lost -> active { lead += 1; keep refusal; obstacle = lost }",
            mistaken:
                "on lost when lead < 18 -> using { lead += 1; keep refusal; do signCall(nil) }\n  on lost when lead >= 18 -> active { lead += 1; keep refusal }"
        ),
        RequirementBreach(
            flow: "PowerAuthActivation", requirement: "removed only after gone, status since remove",
            row: "on removalLost -> refreshing { lead += 1; obstacle = lost }", mistaken: "on removalLost -> removed"),
        RequirementBreach(
            flow: "PowerAuthActivation", requirement: "do removeRemote never after do removeRemote until remove",
            row: "on removalLost -> refreshing { lead += 1; obstacle = lost }",
            mistaken:
                "on removalLost when lead < 18 -> removing { lead += 1; do removeRemote(nil) }\n    on removalLost when lead >= 18 -> refreshing { lead += 1 }"
        ),
        RequirementBreach(
            flow: "PowerAuthActivation",
            requirement: "always possible cancel in empty, reopening, joining, approving, joined",
            row: "state refreshing {",
            mistaken: "state refreshing {\n    reject cancel"),
        RequirementBreach(
            flow: "PowerAuthBiometry", requirement: "left falls only on turnOn",
            row: "on notDropped -> reading",
            mistaken: """
                on notDropped when left > 0 -> reading { left -= 1 }
                  on notDropped when left == 0 -> reading
                """),
        RequirementBreach(
            flow: "PowerAuthBiometry", requirement: "always possible turnOff in shown",
            row: "state ready waits for user {",
            mistaken: "state ready waits for user {\n    reject turnOff"),
        RequirementBreach(
            flow: "PowerAuthBiometry", requirement: "always possible open in shown",
            row: "state ready waits for user {",
            mistaken: "state ready waits for user {\n    reject open"),
        RequirementBreach(
            flow: "PowerAuthBiometry", requirement: "always possible cancel in idle, looking, shown",
            row: "state reading {",
            mistaken: "state reading {\n    reject cancel"),
        RequirementBreach(
            flow: "PowerAuthTokenRemoval", requirement: "do removeToken never after do removeToken until again",
            row: "on removalLost -> kept { obstacle = lost }",
            mistaken: "on removalLost -> removing { obstacle = lost }"),
        RequirementBreach(
            flow: "PowerAuthTokenRemoval", requirement: "always possible forget in kept",
            row: "on forget -> forgotten { do dropToken(name) }",
            mistaken: "reject forget"),
        RequirementBreach(
            flow: "PowerAuthTokenRemoval", requirement: "always possible cancel in idle, asking, kept",
            row: "on cancel -> cancelled\n}\n\n/// What is signed",
            mistaken: "reject cancel\n}\n\n/// What is signed"),
        RequirementBreach(
            flow: "PowerAuthOffline", requirement: "do makeCode never after do makeCode until confirm",
            row: "on notSigned -> confirming { keep hindrance }",
            mistaken: "on notSigned -> making { keep hindrance; do makeCode(operation, nonce, nil) }"),
        RequirementBreach(
            flow: "PowerAuthOffline", requirement: "always possible cancel in idle, seen",
            row: "state showing {",
            mistaken: "state showing {\n      reject cancel"),
        RequirementBreach(
            flow: "PowerAuthRequest", requirement: "do complete never after do complete",
            row: "on completed -> end",
            mistaken:
                "on completed when reason present -> end\n    on completed when reason absent -> completing { reason = unknown }"
        ),
        RequirementBreach(
            flow: "PowerAuthRequest", requirement: "always possible cancel in idle, underWay",
            row: "state queued {",
            mistaken: "state queued {\n      reject cancel"),
        RequirementBreach(
            flow: "PhoneLogin", requirement: "always possible cancel in idle, preparing, bySilence, later",
            row: "state preparing {",
            mistaken: "state preparing {\n  reject cancel"),
        RequirementBreach(
            flow: "PhoneLogin", requirement: "always possible giveUpRequest in preparing",
            row: "on giveUpRequest -> next { noRequest = givenUp }",
            mistaken: "reject giveUpRequest"),
    ]
}
