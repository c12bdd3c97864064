import Keyway
