public import CrashRing
import Wire

// What passed last, in the ring that a crash leaves in a file. Written for every envelope of a call, tapped or not.
extension LoopState {
    /// Something about a call passed. `status`: of an answer.
    func passed(
        _ point: Proto.TapPoint, _ kind: Proto.Kind, _ method: MethodDescriptor?, _ requestID: UInt64,
        _ status: Proto.StatusCode? = nil
    ) {
        ring.add(
            point: UInt8(truncatingIfNeeded: point.rawValue), kind: UInt8(truncatingIfNeeded: kind.rawValue),
            method: method?.number ?? 0, requestID: requestID, status: status?.rawValue ?? -1)
    }

    /// A message was given up.
    func passed(_ drop: TapSighting) {
        ring.add(
            point: UInt8(truncatingIfNeeded: drop.point.rawValue), kind: UInt8(truncatingIfNeeded: drop.kind.rawValue),
            method: drop.number, requestID: drop.requestID, status: -1)
    }

    /// A turn of the thread, or its second half, begins: the time of what follows.
    func turn() {
        now = .now
        ring.tick()
    }

    /// What passed, newest first, with names.
    var recent: [Proto.RecentEvent] {
        let methods = Proto.allMethods
        return ring.newestFirst.map { event in
            let method = Int(event.method)
            return Proto.RecentEvent(
                agoUs: event.age.wholeMicroseconds, point: Proto.TapPoint(rawValue: Int32(event.point)),
                kind: Proto.Kind(rawValue: Int32(event.kind)),
                method: (1...methods.count).contains(method) ? methods[method - 1].path : "",
                requestId: event.requestID, status: Proto.StatusCode(rawValue: Int32(event.status ?? 0)))
        }
    }
}

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
