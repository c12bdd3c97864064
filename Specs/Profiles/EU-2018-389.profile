profile "Delegated Regulation (EU) 2018/389"

/// The authentication code comes only of what the payer knows, has or is.
clause "4(1) code" {
  require presented only after agreed
  server "Whether there are two elements of different kinds, and whether they are independent."
}

/// An authentication code is accepted once: it is handed on once for each time that the payer gives it.
clause "4(1) once" {
  require verify never after verify until agreed
  server "The payment service provider alone knows which codes it has accepted."
}

/// A code tells nothing of the elements or of other codes, and it cannot be forged.
clause "4(2)" {
  server "How codes are made is the matter of the SDK's and the server's cryptography."
}

/// After a failure nobody can tell which of the elements was wrong.
clause "4(3)(a)" {
  server "The server and the SDK choose what they answer. The app shows what it is told."
}

/// At most five failed tries in a row, then there is a block.
clause "4(3)(b)" {
  require at most 5 denied until confirmed
  server "The server counts over all runs within a time, and it blocks."
}

/// Who looks at an account is signed out after five minutes without doing anything.
clause "4(3)(d)" {
  server "It is about the time after the login. The flow has ended by then."
}

/// The payer is warned before a block becomes permanent.
clause "4(4)" {
  server "The server decides whether the next block is permanent, and it warns."
}

/// The payer knows amount and payee when the code is made.
clause "5(1)(a)" {
  require presented never after changed until agreed
  server "Whether the screen showed the amount and the payee that the server has."
}

/// The code is for this amount and this payee alone.
clause "5(1)(b)" {
  server "The SDK's cryptography ties the code to the transaction. A flow states in a line of its own what it hands over."
}

/// What is accepted is a code for the amount and the payee that the payer agreed to.
clause "5(1)(c)" {
  server "The payment service provider compares."
}

/// A change of the amount or the payee makes the code void.
clause "5(1)(d)" {
  require success never after changed until presented
  server "The server refuses the code that was made before. The app shows that it ends with none."
}

/// Amount, payee and what is shown of them are kept secret and unchanged.
clause "5(2)" {
  server "The transport, the SDK and the phone's system protect them."
}
