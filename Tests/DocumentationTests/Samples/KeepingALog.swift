import Keyway

func openLog(in folder: String) throws -> FileLog {
    let log = try FileLog(folder, ifDamaged: .beginAnewBeside)
    if let old = log.damagedLog {
        // People sign in all the same, and the evidence is kept.
        print("the log was damaged; it is in \(old) now")
    }
    for part in log.setAside { print("\(part.length) bytes of segment \(part.segment) are in doubt") }
    return log
}
