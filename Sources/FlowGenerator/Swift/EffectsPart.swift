/// The generated enum `Effect`: what a run orders, each effect with what its declaration promises, such as `Performed at most once.`
struct EffectsPart: SwiftPart {
    let flow: PlannedFlow

    func write(to writer: inout SourceWriter) {
        writer.documentation(["What a run orders."])
        writer.block("public enum Effect: FlowWord") { writer in
            for effect in flow.model.effects {
                writer.enumCase(effect.word, promising: effect.promises, flow.vocabulary)
            }
        }
    }
}
