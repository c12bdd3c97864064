import KeywayLog

func openLog(in folder: String) throws -> any EventLog {
    do {
        return try FileLog(folder)
    } catch LogError.damaged(let path, let finding) {
        // The folder is untouched. Sign people in all the same, and keep the evidence.
        print("\(path) is damaged: \(finding)")
        return MemoryLog()
    }
}
