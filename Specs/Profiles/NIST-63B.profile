profile "NIST SP 800-63B-4"

/// A code that was sent counts only for some time: it is handed on only while the app's timer for it runs.
clause "3.1.3.2 ten minutes" {
  require verify only while codeLife
  server "The ten minutes are the server's: what the app sets its timer to is the app's choice, and each new code sets it anew."
}

/// A code that was sent counts once.
clause "3.1.3.2 once" for newCode {
  require verify never after verify until agreed
  server "The server alone knows which codes it has accepted. The app shows that it sends none again by itself."
}

/// A new code does not set the count of failed tries back.
clause "3.1.3.2 count" for newCode {
  require at most 10 denied
  server "The app counts in one run. The server counts for the account, over all runs and phones. Ten is ours."
}

/// A code that was sent has six digits or more, and it is drawn at random.
clause "3.1.3.2 digits" {
  server "The server makes the code. The app sees neither its length beforehand nor how it was drawn."
}

/// Another telephone number is another authenticator, so nothing of the number before signs anybody in.
clause "3.1.3.3" {
  require success never after changed until question
  server "The server decides whether the new number belongs to the account."
}

/// A code from a device or an app without a PIN counts once.
clause "3.1.4.2 once" {
  server "The server alone knows which codes it has accepted."
}

/// Each code that the phone makes needs the PIN or the biometric factor anew.
clause "3.1.5.1" {
  require presented never after presented until agreed
  server "The SDK checks the factor. The app shows that it asks for it each time."
}

/// A code from a device or an app with a PIN counts once.
clause "3.1.5.2 once" {
  server "The server alone knows which codes it has accepted."
}

/// At most a hundred failed tries in a row, then the authenticator is off.
clause "3.2.2" {
  require at most 10 denied until confirmed
  server "The server counts for the account and turns the authenticator off. The app's count ends with its run. Ten is ours."
}

/// Biometry counts only together with a device, and there is always a way without biometry.
clause "3.2.3" {
  server "The server knows which factors the account has. A flow states its way without biometry in a line of its own."
}

/// After five failed matches, or ten where false ones are detected, each further one waits for half a minute.
clause "3.2.3.3" {
  server "The phone's system counts the matches and waits. It tells the app only how a prompt ended."
}

/// The person does something for each login.
clause "3.2.8" {
  require success only after agreed
  server "The authenticator sees whether a person did it, and not a program."
}

/// At most ten wrong PINs in a row, then the authenticator is off.
clause "3.2.10" {
  require at most 10 denied until presented
  server "The SDK or the server keeps the count over all runs and turns the authenticator off."
}

/// A code that binds a new device counts once, and for ten minutes at most.
clause "4.1.2.2" {
  server "The server made the code and knows when, and whether it was used."
}
