/// Highest random weight hashing: every caller picks the same instance for a key without talking to anybody, and losing
/// an instance moves only its own keys.
enum Rendezvous {
    /// The candidate with the highest weight for the key; `nil` if there is none.
    static func pick<Candidate>(
        _ candidates: some Sequence<Candidate>, key: String, name: (Candidate) -> String
    ) -> Candidate? {
        let keyHash = hash(key.utf8, seed: 0xCBF2_9CE4_8422_2325)
        var best: (candidate: Candidate, weight: UInt64)?
        for candidate in candidates {
            let weight = finalized(hash(name(candidate).utf8, seed: keyHash))
            if best.map({ weight > $0.weight }) ?? true { best = (candidate, weight) }
        }
        return best?.candidate
    }

    /// FNV-1a: the same in every process, unlike `Hasher`.
    private static func hash(_ bytes: String.UTF8View, seed: UInt64) -> UInt64 {
        bytes.reduce(seed) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }

    /// FNV's last byte barely reaches the high bits; this spreads it.
    private static func finalized(_ hash: UInt64) -> UInt64 {
        var generator = SeededGenerator(seed: hash)
        return generator.next()
    }
}
