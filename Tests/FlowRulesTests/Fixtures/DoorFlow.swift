/// A sub-flow with two ends, of which a parent must say what they mean.
let doorFlow = """
    flow Door version 1
    command open, cancel
    final opened
    final shut
    within 15m -> shut
    on cancel -> shut
    state closed waits for user { on open -> opened }
    """
