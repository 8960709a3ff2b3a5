/// The comments of one file by the path of what they describe, see SourceCodeInfo in descriptor.proto.
struct CommentIndex {
    /// Field numbers of descriptor.proto that make up a path.
    enum Step {
        static let message: Int32 = 4
        static let `enum`: Int32 = 5
        static let service: Int32 = 6
        static let messageField: Int32 = 2
        static let nestedMessage: Int32 = 3
        static let nestedEnum: Int32 = 4
        static let messageOneof: Int32 = 8
        static let enumValue: Int32 = 2
        static let serviceMethod: Int32 = 2
    }

    private var comments: [[Int32]: Comment] = [:]

    /// `locations` as they lie in the tree.
    init(_ locations: [(path: [Int32], comment: Comment)]) {
        for location in locations where !location.comment.lines.isEmpty { comments[location.path] = location.comment }
    }

    subscript(path: [Int32], more: Int32...) -> Comment { comments[path + more] ?? Comment() }
}
