import CDescriptor

/// The comments of one file by the path of what they describe, see SourceCodeInfo in descriptor.proto.
struct CommentIndex {
    /// Field numbers of descriptor.proto that make up a path.
    enum Step {
        static let message: Int32 = 4
        static let `enum`: Int32 = 5
        static let service: Int32 = 6
        static let messageField: Int32 = 2
        static let messageOneof: Int32 = 8
        static let enumValue: Int32 = 2
        static let serviceMethod: Int32 = 2
    }

    private var comments: [[Int32]: Comment] = [:]

    init(_ info: UnsafeMutablePointer<Google__Protobuf__SourceCodeInfo>?) {
        guard let info = unsafe info?.pointee else { return }
        for index in unsafe 0..<info.n_location {
            guard let location = unsafe info.location[index]?.pointee else { continue }
            let comment = unsafe Comment(
                leading: text(location.leading_comments), trailing: text(location.trailing_comments))
            guard !comment.lines.isEmpty else { continue }
            let path = unsafe Array(UnsafeBufferPointer(start: location.path, count: location.n_path))
            comments[path] = comment
        }
    }

    subscript(path: Int32...) -> Comment { comments[path] ?? Comment() }
}

/// A string of the descriptor tree; empty if absent.
func text(_ pointer: UnsafeMutablePointer<CChar>?) -> String {
    guard let pointer = unsafe pointer else { return "" }
    return unsafe String(cString: pointer)
}
