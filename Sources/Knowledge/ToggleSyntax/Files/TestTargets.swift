import SwiftSyntax
import ToggleBase

/// Finds the folders of the test targets in a `Package.swift`.
enum TestTargets {
    /// The folders in which the package manager looks for a test target without a path.
    private static let parents = ["Tests", "Sources", "Source", "src", "srcs"]

    /// Returns whether a file declares targets.
    static func takes(_ path: String) -> Bool {
        let name = PathText.name(of: path)
        return name == "Package.swift" || name.hasPrefix("Package@swift-") && name.hasSuffix(".swift")
    }

    /// Returns the folders of the test targets that a file declares.
    ///
    /// Only names and paths that are string literals are recognized.
    ///
    /// - Parameters:
    ///   - path: The path of `Package.swift`, relative to the root of the project.
    ///   - bytes: The content of the file.
    ///   - paths: The files of the project, in ascending order.
    /// - Returns: The folders, relative to the root of the project, with a trailing slash.
    static func folders(path: String, bytes: [UInt8], among paths: [String]) -> [String] {
        guard bytes.count <= SourceTree.maximumSize, !bytes.withUnsafeBufferPointer(NestingGuard.isTooDeep) else {
            return []
        }
        let name = PathText.name(of: path)
        let root = path.dropLast(name.utf8.count)
        return targets(in: SourceTree(path: path, bytes: bytes)).compactMap { target in
            let folders = target.path.map { [$0] } ?? target.name.map { name in parents.map { "\($0)/\(name)" } } ?? []
            return folders.map { folder in
                root + folder.split(separator: "/").filter { $0 != "." }.joined(separator: "/") + "/"
            }
            .first { folder in folder.utf8.count > root.utf8.count + 1 && hasFile(in: folder, paths) }
        }
    }

    /// Returns whether a folder contains a file.
    private static func hasFile(in folder: String, _ paths: [String]) -> Bool {
        let index = paths.partitioningIndex { $0 >= folder }
        return index < paths.count && paths[index].hasPrefix(folder)
    }

    /// Returns the name and the path of each `.testTarget(…)`.
    private static func targets(in tree: SourceTree) -> [(name: String?, path: String?)] {
        var result: [(name: String?, path: String?)] = []
        var iterator = tree.root.tokens(viewMode: .sourceAccurate).makeIterator()
        // The number of open brackets, beginning with that of the call; 0 outside of a call.
        var depth = 0
        var isNamed = false
        var label: String?
        while let token = iterator.next() {
            switch token.tokenKind {
            case .leftParen where depth == 0:
                guard isNamed else { continue }
                depth = 1
                result.append((nil, nil))
            case .leftParen, .leftSquare, .leftBrace: if depth > 0 { depth += 1 }
            case .rightParen, .rightSquare, .rightBrace: if depth > 0 { depth -= 1 }
            case .stringSegment(let text) where depth == 1:
                if label == "name" { result[result.count - 1].name = text }
                if label == "path" { result[result.count - 1].path = text }
            case .identifier(let name) where depth == 1: label = name
            case .comma where depth == 1: label = nil
            default: break
            }
            isNamed = token.text == "testTarget"
        }
        return result
    }
}
