import FlowFixtures
import FlowProviders
import Testing

/// What the explorer finds of the known holes, on flows that are written from the providers' pages alone.
@Suite("The list of holes")
struct HoleTests {
    /// Each product is explored once, for all of its holes.
    private static let explorations = Dictionary(
        uniqueKeysWithValues: HoleProduct.allCases.map { product in (product, Result { try product.explored() }) })

    private func sentences(about requirement: String, of product: HoleProduct) throws -> [String: Int] {
        try #require(Self.explorations[product]).get().sentences(about: requirement)
    }

    @Test("A naive flow shows each hole, by a shortest run of so many steps", arguments: Hole.found)
    func shown(hole: Hole) throws {
        let sentences = try sentences(about: hole.requirement, of: hole.product)
        #expect(sentences[hole.sentence] == hole.steps, "\(sentences)")
    }

    @Test(
        "A hole is not found in a product whose SDK does not have it",
        arguments: Hole.found.filter { $0.absentFrom != nil })
    func absent(hole: Hole) throws {
        let other = try #require(hole.absentFrom)
        let sentences = try sentences(about: hole.requirement, of: other)
        #expect(sentences[hole.sentence] == nil, "\(sentences)")
    }

    @Test(
        "A silence is found without the model's `quiet` rows",
        arguments: Hole.found.filter { $0.requirement == "30.i" })
    func silences(hole: Hole) throws {
        let sentences = try hole.product.explored(hasQuietRows: false).sentences(about: hole.requirement)
        #expect(sentences[hole.sentence] == hole.steps, "\(sentences)")
    }

    @Test("Silences are found alike in both versions of an SDK, whichever of them falls silent")
    func versions() throws {
        #expect(try sentences(about: "30.i", of: .silent209) == sentences(about: "30.i", of: .silent232))
        #expect(try sentences(about: "30.i", of: .smart209) == sentences(about: "30.i", of: .smart232))
    }

    @Test(
        "Every gap that OTPless's facts and the first page's model of Truecaller number is found, or a reason says why not"
    )
    func complete() throws {
        let facts = try Fixtures.shipped("OTPless/FACTS.md").matches(of: /\n\| ([EQ]\d+),/)
        let rows = try Fixtures.firstPage("Truecaller-0.2.provider").matches(of: /\/\/ row (\d+):/)
        let numbers = facts.map { String($0.output.1) } + rows.map { "Row \($0.output.1)" }
        #expect(numbers.count == 8 + 16 + 4)
        let found = Set(Hole.found.flatMap(\.numbers))
        #expect(found.union(Hole.notExpressible.keys) == Set(numbers))
        #expect(found.isDisjoint(with: Hole.notExpressible.keys))
        #expect(found.count == 22)
    }

    @Test("No finding counts twice")
    func distinct() {
        let findings = Hole.found.map { "\($0.product) \($0.requirement) \($0.sentence)" }
        #expect(Set(findings).count == findings.count)
    }

    @Test("Q4: A code is read alike as a text and as an integer")
    func spelling() throws {
        let text = try Fixtures.shipped("OTPless/Models/SDK-2.3.2.provider")
        let flow = try machine(Fixtures.firstPage("OTPlessSmartAuth.flow"))
        func steps(_ code: String) throws -> Int {
            let provider = text.changing("response.errorCode: 4003)", to: "response.errorCode: \(code))")
            return try explore(flow, against: model(provider), through: Channel(capacity: 1), limit: 4_000).steps
        }
        #expect(try steps("4003") == steps("\"4003\""))
    }
}
