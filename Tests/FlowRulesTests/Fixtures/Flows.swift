/// A flow around some items: it has a session deadline, two finals, two commands, and rows for what no other row decides.
func flow(_ items: String, declaring declarations: String = "", otherwise rest: String = "reject other\nlate other")
    -> String
{
    """
    flow Sample version 1
    \(declarations)
    command start, cancel
    final done
    final failed
    within 15m -> failed
    \(rest)
    \(items)
    """
}

/// Silent authentication with a poll of the backend, without an error.
let silentAuthentication = """
    flow OTPlessSNA version 1

    type RequestID = text(1...64) personal
    enum Why { notReady, refused, denied, silent, abandoned }
    context { requestId: RequestID?, sdkBroken: bool = false, why: Why? }

    command  start(requestId: RequestID), cancel
    callback ready, initFailed
    callback initiated, oneTap, sdkFailed, legFailed
    callback otherChannel

    effect begin(requestId: RequestID) once starts attempt calls OTPless.begin
    effect stop calls OTPless.stop
    effect checkStatus(requestId: RequestID)
           replies confirmed, pending, denied, unreachable otherwise unreachable within 10s

    source otpless = "OtplessResponse" by responseType singleton {
      retained SDK_READY => ready
      retained FAILED    => initFailed
      INITIATE  when statusCode == 200 and response.authType == "SILENT_AUTH" => initiated
      INITIATE  when statusCode == 200 and response.authType present => otherChannel
      INITIATE  when response.errorCode present => sdkFailed
      VERIFY    when response.errorCode == 9106 => sdkFailed
      VERIFY    when response.errorCode present => legFailed
      AUTH_TERMINATED => sdkFailed
      ONETAP    when statusCode == 200 => oneTap
      ONETAP    => sdkFailed
      FALLBACK_TRIGGERED, DELIVERY_STATUS, MFA_FACTOR_COMPLETED => otherChannel
    }

    final authenticated success
    final failed keeps why
    final cancelled
    require authenticated only after confirmed

    ignore unrecognised, otherChannel, ready
    within 15m -> failed { why = abandoned }
    reject other
    late other

    state idle waits for user {
      on start when not sdkBroken -> running { keep requestId }
      on start otherwise -> failed { why = notReady }
      on cancel -> cancelled
      on ready stay { sdkBroken = false }
      on initFailed stay { sdkBroken = true }
      late sdkFailed
    }

    group polling {
      timer poll
      enter { do begin(requestId); do checkStatus(requestId) }
      on poll stay { do checkStatus(requestId) }
      on pending, unreachable stay { set poll 1500ms }
      on confirmed -> authenticated
      on denied -> failed { why = denied }
      on cancel -> cancelled { do stop }
      on sdkFailed, initFailed -> closing
      on oneTap -> confirming

      state running {
        ignore initiated
        on legFailed -> closing
        after 30s -> failed { why = silent }
      }
      state confirming {
        ignore initiated, legFailed, oneTap, sdkFailed, initFailed
        after 30s -> failed { why = silent }
      }
      state closing {
        on initiated -> running
        ignore legFailed, sdkFailed, initFailed
        after 10s -> failed { why = refused }
      }
    }
    """

/// The same, as somebody writes it from the provider's page alone: it leaves cells undecided.
let naiveSilentAuthentication = """
    flow OTPlessSNA version 1
    type RequestID = text(1...64) personal
    context { requestId: RequestID? }
    command  start(requestId: RequestID), cancel
    callback ready, initFailed, initiated, initiateFailed, oneTap, terminated
    effect begin(requestId: RequestID)
    effect checkStatus(requestId: RequestID) replies confirmed, pending, denied otherwise pending within 10s
    source otpless = "OtplessResponse" by responseType singleton {
      retained SDK_READY => ready
      retained FAILED    => initFailed
      INITIATE  when statusCode == 200 => initiated
      INITIATE  => initiateFailed
      ONETAP    when statusCode == 200 => oneTap
      AUTH_TERMINATED => terminated
    }
    final authenticated
    final failed
    final cancelled
    on cancel -> cancelled
    state idle waits for user {
      on start -> running { do begin(requestId) }
      on initFailed -> failed
    }
    state running {
      on initiated stay
      on initiateFailed, terminated -> failed
      on oneTap -> checking { do checkStatus(requestId) }
    }
    state checking {
      on confirmed -> authenticated
      on denied -> failed
    }
    """
