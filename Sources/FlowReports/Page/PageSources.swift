/// The page's own files as they are built in; no line of them depends on a log.
enum PageSources {
    /// What a browser shows before the script runs, and the places that the script fills.
    static let body = text(PackageResources.body_html)

    static let style = [
        PackageResources.colours_css, PackageResources.page_css, PackageResources.run_css,
        PackageResources.diagram_css, PackageResources.charts_css,
    ].map(text).joined()

    /// One script of all files, which see each other's functions: a file stands behind those that it uses, and `start` is last.
    static let script = [
        PackageResources.elements_js, PackageResources.words_js, PackageResources.data_js, PackageResources.search_js,
        PackageResources.diagram_js, PackageResources.records_js, PackageResources.run_js, PackageResources.runs_js,
        PackageResources.pair_js, PackageResources.charts_js, PackageResources.start_js,
    ].map(text).joined()

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
