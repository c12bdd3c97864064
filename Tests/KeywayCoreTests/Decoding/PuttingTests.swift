import KeywayCore
import Testing

@Suite("A value that is put at a path of a raw value")
struct PuttingTests {
    private static let old = RawValue.object(["data": .object(["token": .text("old")]), "name": .text("A")])

    private static func put(
        _ value: RawValue?, at path: [String], replacing replaced: RawValue.Replaced
    ) -> RawValue {
        var whole = old
        whole.put(value, at: path[...], replacing: replaced)
        return whole
    }

    @Test(
        "Where nothing stands it is put, with the objects on the way",
        arguments: [RawValue.Replaced.nothing, .value, .everything])
    func free(replaced: RawValue.Replaced) {
        let put = Self.put(.bool(true), at: ["data", "user", "known"], replacing: replaced)
        let data = RawValue.object(["token": .text("old"), "user": .object(["known": .bool(true)])])
        #expect(put == .object(["data": data, "name": .text("A")]))
    }

    @Test("What stands there stays or is replaced, as the caller says")
    func standing() {
        let token = ["data", "token"]
        #expect(Self.put(.text("new"), at: token, replacing: .nothing) == Self.old)
        for replaced: RawValue.Replaced in [.value, .everything] {
            #expect(Self.put(.text("new"), at: token, replacing: replaced).value(at: token) == .text("new"))
        }
    }

    @Test("An object at the path, and what stands in the way, are replaced only where everything is")
    func objects() {
        for path in [["data"], ["name", "first"]] {
            for replaced: RawValue.Replaced in [.nothing, .value] {
                #expect(Self.put(.text("new"), at: path, replacing: replaced) == Self.old)
            }
            #expect(Self.put(.text("new"), at: path, replacing: .everything).value(at: path) == .text("new"))
        }
    }

    @Test("No value takes away what is there, and makes nothing on the way")
    func taking() {
        #expect(Self.put(nil, at: ["name"], replacing: .value) == .object(["data": .object(["token": .text("old")])]))
        #expect(Self.put(nil, at: ["data"], replacing: .value) == Self.old)
        #expect(Self.put(nil, at: ["user", "known"], replacing: .everything) == Self.old)
        #expect(Self.put(nil, at: ["name", "first"], replacing: .everything) == Self.old)
    }
}
