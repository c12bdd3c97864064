/// What the page lets a browser do: run its one script and use its one style, and load nothing at all.
///
/// A browser compares both with their SHA-256, so that a script or style of anybody else does nothing, even where it
/// should get into the page. No module that is linked by default has that hash, so the two stand here as they are, and
/// a test holds them against the files: its failure says what must stand here.
enum PagePolicy {
    static let scriptHash = "sha256-YaLGi090FQe02Fnw25DAYndqXrfV0q0TWTKSQSstSOI="
    static let styleHash = "sha256-ZpZXWpuoOhMw6f0vbOYBXMc7jBUu77n2qxdlzBj3eSs="

    static let text =
        "default-src 'none'; script-src '\(scriptHash)'; style-src '\(styleHash)'; base-uri 'none'; form-action 'none'"
}
