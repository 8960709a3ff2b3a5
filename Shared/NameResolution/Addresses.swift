private import Glibc

/// EAI_NODATA of <netdb.h>, which Swift does not see because it is a GNU extension.
private let nameWithoutAddresses: Int32 = -5

/// `getaddrinfo`: blocks as long as the system's resolver does.
func systemAddresses(of host: String) -> Result<[String], NameFailure> {
    // A NUL would cut the name short and answer for another.
    guard !host.utf8.contains(0) else { return .failure(.notFound) }
    var hints = unsafe addrinfo()
    unsafe hints.ai_family = AF_UNSPEC
    // One entry per address instead of one per address and socket type.
    unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var first: UnsafeMutablePointer<addrinfo>?
    let code = unsafe getaddrinfo(host, nil, &hints, &first)
    switch code {
    case 0: break
    case EAI_NONAME, nameWithoutAddresses: return .failure(.notFound)
    case EAI_AGAIN: return .failure(.temporary)
    // EAI_FAIL, EAI_MEMORY, EAI_SYSTEM; EAI_FAMILY, EAI_BADFLAGS, EAI_SERVICE and EAI_SOCKTYPE are excluded by the hints.
    default: return .failure(.system(unsafe String(cString: gai_strerror(code))))
    }
    defer { unsafe freeaddrinfo(first) }
    var addresses: [String] = []
    var entry = unsafe first
    while let current = unsafe entry {
        if let text = unsafe numericText(of: current.pointee), !addresses.contains(text) { addresses.append(text) }
        unsafe entry = current.pointee.ai_next
    }
    return addresses.isEmpty ? .failure(.notFound) : .success(addresses)
}

private func numericText(of entry: addrinfo) -> String? {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(NI_MAXHOST)) { text in
        // Only EAI_OVERFLOW and EAI_FAMILY could happen to a numeric form, and an entry of `getaddrinfo` causes neither.
        guard let base = text.baseAddress,
            unsafe getnameinfo(
                entry.ai_addr, entry.ai_addrlen, base, socklen_t(NI_MAXHOST), nil, 0, NI_NUMERICHOST) == 0
        else { return nil }
        return unsafe String(cString: base)
    }
}
