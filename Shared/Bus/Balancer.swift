/// Which of several healthy instances takes a call. Pure; chance comes in with the generator.
enum Balancer {
    /// With a key, the instance with the highest weight for it, the same for every caller. Without one, the less busy of
    /// two drawn at random (gRFC A48): near the best in load, without every caller rushing to one idle instance.
    ///
    /// `avoiding` says who just failed this call: it is asked again only if there is nobody else.
    static func pick<Candidate>(
        _ candidates: [Candidate], key: String, name: (Candidate) -> String, load: (Candidate) -> Int,
        avoiding isAvoided: ((Candidate) -> Bool)? = nil, using generator: inout some RandomNumberGenerator
    ) -> Candidate? {
        guard candidates.count > 1 else { return candidates.first }
        if let isAvoided {
            let others = candidates.filter { !isAvoided($0) }
            if !others.isEmpty, others.count < candidates.count {
                return pick(others, key: key, name: name, load: load, using: &generator)
            }
        }
        guard key.isEmpty else { return Rendezvous.pick(candidates, key: key, name: name) }
        let first = Int.random(in: 0..<candidates.count, using: &generator)
        // One of the others, each as likely.
        let second = (first + Int.random(in: 1..<candidates.count, using: &generator)) % candidates.count
        return load(candidates[second]) < load(candidates[first]) ? candidates[second] : candidates[first]
    }
}
