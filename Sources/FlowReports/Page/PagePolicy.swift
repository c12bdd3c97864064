/// What the page lets a browser do: run its one script and use its one style, and load nothing at all.
///
/// A browser compares the script and the style with these SHA-256 hashes, so that one of anybody else does nothing, even if it got into
/// the page. No module that is linked by default can compute SHA-256, so both hashes are written here, and a test compares them with
/// the files: its failure says what must stand here.
enum PagePolicy {
    static let scriptHash = "sha256-9icgAziQGWkHDhGLTTftJrPGFyEb7CRTxpV5SC4nWu8="
    static let styleHash = "sha256-s2iReHJTuOu8BuCoR57OQjlXCwfO//OgZyl/e/kASKU="

    static let text =
        "default-src 'none'; script-src '\(scriptHash)'; style-src '\(styleHash)'; base-uri 'none'; form-action 'none'"
}
