/// A small flow and a transcript of it, as files that tests write.
enum Door {
    static let flow = """
        /// Somebody asks to be let in.
        flow Door version 1

        type Guest = text(1...8) personal
        enum Why { refused, abandoned }

        context { guest: Guest?, why: Why? }

        command knock(guest: Guest), leave
        callback bell
        effect ask(guest: Guest) replies welcome, refused otherwise refused within 10s

        source porter = "PorterEvent" by kind singleton {
          BELL => bell
        }

        final inside
        final outside keeps why

        within 5m -> outside { why = abandoned }
        reject other
        late other

        state street waits for user {
          on knock -> asking { keep guest }
          on leave -> outside
          ignore bell, unrecognised
        }
        state asking {
          enter { do ask(guest) }
          on welcome -> inside
          on refused -> outside { why = refused }
          on leave -> outside
          ignore bell, unrecognised
        }

        """

    static let header =
        #"{"transcript": 1, "flow": "Door", "about": "A guest.", "replies": {"ask": ["welcome"]}, "#
        + #""expect": {"final": "inside"}}"#

    static let transcript = """
        \(header)
        {"at": 0.5, "callback": {"kind": "BELL"}}
        {"at": 1, "callback": {"kind": "GONG"}}
        {"at": 2.25, "command": "knock", "with": {"guest": "Ada"}}
        {"at": 3}

        """

    /// A folder with the flow in `Specs` and the transcript beside it.
    static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(flow, to: "Specs/Door.flow")
        try folder.write(transcript, to: "guest.jsonl")
        return folder
    }

    /// Runs a transcript of the folder into its log.
    static func run(
        in folder: TemporaryFolder, transcript: String = "guest.jsonl", _ more: String...
    ) -> CapturedCall {
        let words = ["run", "Door", "--transcript", folder.path(of: transcript), "--log", folder.path(of: "log")]
        return keyway(words + more, in: folder.path)
    }
}
