import KeywayFileLog
import KeywayLog
import SimulatedDisk

/// A disk on which somebody deletes what is at one path right before it is opened.
struct VanishingDisk: WrappingFileSystem {
    let disk: SimulatedDisk
    /// The path of a file or folder.
    let path: String
    var base: any FileSystem { disk }

    func openFolder(_ path: String) throws(StorageFault) -> any OpenFolder {
        if path == self.path { disk.deleteFolder(path) }
        return VanishingFolder(base: try base.openFolder(path), vanishing: self)
    }
}

private struct VanishingFolder: WrappingFolder {
    let base: any OpenFolder
    let vanishing: VanishingDisk

    func openFile(_ name: String, for purpose: FilePurpose) throws(StorageFault) -> any OpenFile {
        let path = base.path + "/" + name
        if path == vanishing.path { vanishing.disk.remove(path) }
        return try base.openFile(name, for: purpose)
    }
}
