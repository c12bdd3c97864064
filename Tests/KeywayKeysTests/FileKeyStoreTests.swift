import Foundation
import KeywayCore
import KeywayCrypto
import KeywayKeys
import KeywayLog
import KeywayRuns
import Testing

/// Keys in a folder of the test's own.
@Suite("Keys in files", .enabled(if: AESGCM.isAvailable, "the package was built without its trait Crypto"))
struct FileKeyStoreTests {
    private static let runs = [RunID(high: 1, low: 2), RunID(high: 1, low: 3)]

    /// A folder that is removed when the body has returned; `keys` in it does not exist yet.
    private func inFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "keys-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder.appending(path: "keys").path)
    }

    private func mode(of path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test("A key is found by another opening of the folder, and is the owner's alone")
    func found() async throws {
        try await inFolder { folder in
            let key = try await FileKeyStore(folder).makeKey(for: Self.runs[0])
            let sealed = try key.seal([1, 2, 3], boundTo: [4])
            let found = try #require(try await FileKeyStore(folder).key(of: Self.runs[0]))
            #expect(try found.open(sealed, boundTo: [4]) == [1, 2, 3])
            #expect(try mode(of: folder) == 0o700)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["\(Self.runs[0]).key"])
            #expect(try mode(of: "\(folder)/\(Self.runs[0]).key") == 0o600)
        }
    }

    @Test("Erasing removes the key of that run and no other, and may be repeated")
    func erased() async throws {
        try await inFolder { folder in
            let store = try FileKeyStore(folder)
            for run in Self.runs { _ = try await store.makeKey(for: run) }
            for _ in 0..<2 { try await store.eraseKey(of: Self.runs[0]) }
            #expect(try await store.key(of: Self.runs[0]) == nil)
            #expect(try await store.key(of: Self.runs[1]) != nil)
        }
    }

    @Test("In a folder that was deleted there is no key to erase")
    func deletedFolder() async throws {
        try await inFolder { folder in
            let store = try FileKeyStore(folder)
            _ = try await store.makeKey(for: Self.runs[0])
            try FileManager.default.removeItem(atPath: folder)
            try await store.eraseKey(of: Self.runs[0])
        }
    }

    @Test("A run has one key: the second is refused, and the first still opens what it encrypted")
    func once() async throws {
        try await inFolder { folder in
            let store = try FileKeyStore(folder)
            let sealed = try await store.makeKey(for: Self.runs[0]).seal([9], boundTo: [])
            await #expect(throws: FileKeyStore.Failure.exists(Self.runs[0])) {
                try await store.makeKey(for: Self.runs[0])
            }
            #expect(try await store.key(of: Self.runs[0])?.open(sealed, boundTo: []) == [9])
        }
    }

    @Test("A file that is no key is named, and the keys of other runs are found", arguments: [0, 31, 33])
    func malformed(length: Int) async throws {
        try await inFolder { folder in
            let store = try FileKeyStore(folder)
            _ = try await store.makeKey(for: Self.runs[1])
            let path = "\(folder)/\(Self.runs[0]).key"
            try Data(count: length).write(to: URL(filePath: path))
            await #expect(throws: FileKeyStore.Failure.malformed(path: path)) { try await store.key(of: Self.runs[0]) }
            #expect(try await store.key(of: Self.runs[1]) != nil)
        }
    }

    @Test("A folder that cannot be made is refused with its path")
    func refused() async throws {
        try await inFolder { folder in
            try Data().write(to: URL(filePath: folder))
            do throws(FileKeyStore.Failure) {
                _ = try FileKeyStore(folder)
                Issue.record("a file was taken for a folder")
            } catch {
                #expect("\(error)".contains(folder))
            }
        }
    }

    @Test("No text of a key has its bytes")
    func hidden() throws {
        /// All that is printed of the key with these bytes.
        func texts(_ bytes: Range<UInt8>) throws -> [String] {
            let key = try #require(AESGCMKey(bytes: Array(bytes)))
            var dumped = ""
            dump(key, to: &dumped)
            return ["\(key)", String(reflecting: key), dumped]
        }
        // What has anything of a key's bytes, in whatever form, differs from key to key.
        #expect(try texts(0..<32) == texts(100..<132))
        #expect(AESGCMKey(bytes: [1]) == nil)
    }

    @Test("A key tells bytes that are not its own, or are bound to something else, from a failure of the cipher")
    func authentic() throws {
        let key = try AESGCMKey.random()
        let sealed = try key.seal([1, 2], boundTo: [3])
        #expect(try key.openIfAuthentic(sealed, boundTo: [3]) == [1, 2])
        #expect(try key.openIfAuthentic(sealed, boundTo: [4]) == nil)
        #expect(try AESGCMKey.random().openIfAuthentic(sealed, boundTo: [3]) == nil)
    }
}

@Suite("Keys without the trait", .enabled(if: !AESGCM.isAvailable, "the package was built with its trait Crypto"))
struct NoCipherTests {
    @Test("A build without a cipher says so before it makes anything, and how to get one")
    func refused() {
        let folder = "\(FileManager.default.temporaryDirectory.path)/no-keys-\(UUID())"
        do throws(FileKeyStore.Failure) {
            _ = try FileKeyStore(folder)
            Issue.record("a store without a cipher was opened")
        } catch {
            #expect(error == .noCipher)
            #expect("\(error)".contains("--traits Crypto"))
        }
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test("A key in such a build says that it has no cipher, and not that the bytes are another key's")
    func unused() throws {
        let key = try #require(AESGCMKey(bytes: [UInt8](repeating: 7, count: AESGCMKey.length)))
        let sealed = [UInt8](repeating: 1, count: 64)
        #expect(throws: FileKeyStore.Failure.noCipher) { try key.seal([1], boundTo: []) }
        #expect(throws: FileKeyStore.Failure.noCipher) { try key.open(sealed, boundTo: []) }
        #expect(throws: FileKeyStore.Failure.noCipher) { try key.openIfAuthentic(sealed, boundTo: []) }
    }
}
