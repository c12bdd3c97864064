import FlowLanguage
import FlowMachine
import FlowProviders
import FlowRules
import ProviderFiles

struct NoSoundFlow: Error {}

func isProved(_ flow: [UInt8]) throws -> Bool {
    guard let machine = check(SourceText(path: "the flow", bytes: flow)).machine else { throw NoSoundFlow() }
    let models = ShippedFile.models.compactMap { check(SourceText(path: $0.name, bytes: $0.bytes)).model }
    for proof in Proof.all(of: machine, among: models) {
        let exploration = try proof.explored()
        print(proof.models.map(\.version.content), exploration.configurations, exploration.isProved)
        if !exploration.isProved { return false }
    }
    return true
}
