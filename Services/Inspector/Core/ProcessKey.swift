/// One run of one process: the epoch changes with every start.
package struct ProcessKey: Sendable, Hashable, Comparable {
    package let service: String
    package let instance: String
    /// 0: not known, because only the other end was heard.
    package let epoch: UInt64

    package init(service: String, instance: String, epoch: UInt64 = 0) {
        self.service = service
        self.instance = instance
        self.epoch = epoch
    }

    package static func < (left: ProcessKey, right: ProcessKey) -> Bool {
        (left.service, left.instance, left.epoch) < (right.service, right.instance, right.epoch)
    }

    /// `signaling/7f3a`; the instance alone if it begins with the service's name.
    package var name: String {
        if instance.isEmpty { return service.isEmpty ? "?" : service }
        return service.isEmpty || instance.hasPrefix(service) ? instance : service + "/" + instance
    }
}
