/// What must hold of a log on a disk that fails.
enum TortureLaw: String, TorturedLaw {
    case nothingAcknowledgedIsLost = "nothing that was acknowledged is lost"
    case nothingBeforeDurability = "nothing is performed or shown that is not durable"
    case noDamageInSilence = "no damage is accepted in silence"
    case noSoundLogIsRefused = "no log that lost nothing is refused"
    case soundDiskIsEnough = "a log whose disk has not failed takes appends, makes them durable, and closes"
    case noKeyTwice = "no key of an effect stands for two orders"
    case toldInOrder = "appends are told once and in their order, and as what became of them"
    case oneWriter = "of two who write the same only one hears that it did"
    case refusedMeansUntouched = "a log that is refused stays as it was"
}
