profile "OWASP ASVS 5.0"

/// The steps of a login come in their order, and none is left out.
clause "2.3.1" {
  require success only after question
  server "The server refuses who leaves out a step with an app of his own."
}

/// Nobody can make a server send messages without end.
clause "2.4.1" {
  require at most 10 newCode
  server "The server limits who asks without this app. The standard names no number; ten is ours."
}

/// Each way to sign in asks for the same proof.
clause "6.3.4" {
  require success only after confirmed
  server "The server knows all ways in, also those that this app does not have."
}

/// A code counts once: it is handed on once for each time that the person gives it.
clause "6.5.1" for newCode {
  require verify never after verify until agreed
  server "The server alone knows which codes it has accepted."
}

/// A code has at least 20 bits that nobody can guess.
clause "6.5.4" {
  server "The server makes the code."
}

/// A code lives for a limited time: ten minutes if it was sent, thirty seconds if it comes from a clock.
clause "6.5.5" {
  require verify only while codeLife
  server "The server's clock decides. What the app sets its timer to is the app's choice."
}

/// Codes by telephone go only to a number that was checked, and a stronger way is offered beside them.
clause "6.6.1" {
  server "The server knows which numbers were checked and which ways the account has."
}

/// A code or token is good for the request that it was made for, and for no other.
clause "6.6.2" {
  require success never after changed until question
  server "The server compares the token with the request. The app shows that it asks anew after a change."
}

/// Nobody can try codes without end.
clause "6.6.3" {
  require at most 10 denied until newCode
  server "The server limits the tries for the account. The standard names no number; ten is ours."
}

/// A signed answer of an identity provider counts only with a good signature.
clause "6.8.2" {
  server "The server checks the signature with the provider's keys. The app hands the answer on as it is."
}

/// A backend that we trust checks the token, and its yes is what signs in.
clause "7.2.1" {
  require success only after confirmed
  require confirmed only after question
  server "The server's check itself. The app shows that it goes by nothing else."
}

/// What fails lets nobody in.
clause "16.5.3" {
  require success never after lost until confirmed
  server "The server has to fail the same way: a check that it could not do is no yes."
}
