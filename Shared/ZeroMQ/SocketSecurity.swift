private import CZeroMQ

/// How a socket's connections are protected. Its own side only: libzmq refuses a peer that does otherwise.
public enum SocketSecurity: Sendable, Hashable {
    /// In the clear, with whoever comes.
    case none
    /// Encrypted, for the side that binds. Who may connect is decided by the context's `Authenticator`, without which
    /// the socket does not bind; `domain` is told to it and must not be empty.
    case curveServer(CurveKeyPair, domain: String)
    /// Encrypted, for the side that connects: as whom, and whom it expects there.
    case curveClient(CurveKeyPair, server: CurvePublicKey)

    /// Somebody must be asked who may connect.
    var needsAuthenticator: Bool {
        if case .curveServer = self { true } else { false }
    }

    func apply(to handle: SocketHandle) throws(ZeroMQError) {
        switch self {
        case .none: break
        case .curveServer(let keys, let domain):
            try handle.set(ZMQ_CURVE_SERVER, 1 as Int32)
            try handle.setKey(ZMQ_CURVE_SECRETKEY, keys.secret)
            try handle.set(ZMQ_ZAP_DOMAIN, Array(domain.utf8))
            // Without it libzmq lets everybody in while nobody answers for the domain.
            try handle.set(cx_zap_enforce_domain(), 1 as Int32)
        case .curveClient(let keys, let server):
            try handle.set(ZMQ_CURVE_PUBLICKEY, keys.publicKey.bytes)
            try handle.setKey(ZMQ_CURVE_SECRETKEY, keys.secret)
            try handle.set(ZMQ_CURVE_SERVERKEY, server.bytes)
        }
    }
}

extension SocketHandle {
    fileprivate func setKey(_ option: Int32, _ secret: CurveSecret) throws(ZeroMQError) {
        // 41: the text with its NUL. EINVAL: no Z85, excluded. libzmq copies it.
        try check { unsafe zmq_setsockopt(pointer, option, secret.text, 41) }
    }
}
