extension DiagnosticPage {
    /// What can be wrong with a profile, by itself and beside the flows.
    static let ofProfiles: [DiagnosticPage] = [
        DiagnosticPage(
            .unknownRole, "no flow has a role that a clause names",
            cause:
                "A clause is about the flows that have all roles which it names, by lines such as 'role verify = do verify'. None of the flows beside the profile has this role, so the clause is about none. Here the nearest Specs has a flow with the roles 'success' and 'confirmed'.",
            example: """
                profile "Some standard"
                clause "1" {
                  require sucess only after confirmed
                }
                """,
            cure: "Correct the name, or give the role to a flow.",
            instead: "sucess", write: "success"),
        DiagnosticPage(
            .clauseNamesNoRole, "a clause names a part of a flow, or asks nothing",
            cause:
                "A clause is the same for all flows. So its requirements name roles alone, without 'in', 'on' and 'do', and what has a role each flow says. A number behind 'at most' is written out. Where only a server can show what the clause asks, it has a 'server' line.",
            example: """
                profile "Some standard"
                clause "1" {
                  require in success only after confirmed
                }
                """,
            cure: "Write the role by its name.",
            instead: "in success", write: "success"),
    ]
}
