import Keyway

func problems(in folder: String) throws -> [String] {
    let report = try FileLog.verify(folder)
    return report.findings.map { "\($0.kind): \($0)" }
}
