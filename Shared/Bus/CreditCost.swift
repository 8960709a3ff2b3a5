/// What an item takes from a stream's window: its bytes and what keeping it costs, so that a flood of empty items is
/// bounded too. Reader and sender must agree on it.
func creditCost(of item: [UInt8]) -> Int { item.count + 64 }
