public import CrashRing
import Wire

extension BusNode {
    /// Why a crash would leave nothing.
    public typealias CrashRecordFailure = CrashRecord.Failure

    /// From now on a crash of the process appends the last events of all its nodes to a file, or writes them to standard
    /// error. Once, at the start of a process.
    public static func recordCrashes(to path: String?) throws(CrashRecordFailure) {
        func names<Value: WireEnum>(_ type: Value.Type, without prefix: String) -> [Int: String] {
            Dictionary(
                uniqueKeysWithValues: type.allCases.map {
                    (Int($0.rawValue), String($0.name.dropFirst(prefix.count)))
                })
        }
        try CrashRecord.keep(
            in: path,
            CrashRecord.Names(
                methods: Dictionary(uniqueKeysWithValues: Proto.allMethods.map { (Int($0.number), $0.path) }),
                points: names(Proto.TapPoint.self, without: "TAP_POINT_"),
                kinds: names(Proto.Kind.self, without: "KIND_"),
                statuses: names(Proto.StatusCode.self, without: "STATUS_CODE_")))
    }
}
