internal import CWebSockets
private import Glibc
import Synchronization

/// An `lws_context` with its virtual host and the memory both point into. Belongs to one service thread.
@safe
final class ContextResources {
    private(set) var context: OpaquePointer?
    private var host: OpaquePointer?
    private let protocols = UnsafeMutablePointer<lws_protocols>.allocate(capacity: 2)
    /// Strings lws keeps pointers to.
    private var strings: [UnsafeMutablePointer<CChar>] = unsafe []
    private var info = unsafe lws_context_creation_info()

    /// Contexts are made and destroyed one at a time. Holds whether OpenSSL is set up: lws 4.1 takes new process-wide
    /// OpenSSL indices whenever a context asks for that, under the feet of every TLS handshake that is running.
    private static let setUp = Mutex(false)

    init() {
        unsafe context = nil
        unsafe host = nil
        unsafe protocols.initialize(repeating: lws_protocols(), count: 2)
    }

    deinit {
        destroy()
        unsafe protocols.deallocate()
        for index in unsafe strings.indices { unsafe free(strings[index]) }
    }

    /// For the mailbox's wake-up.
    var contextAddress: UInt { unsafe UInt(bitPattern: context) }

    /// Creates context and host; callbacks find their service thread by `user`. Returns the port a server listens
    /// on, 0 for a client.
    func open(_ role: ServiceThread.Role, user: UnsafeMutableRawPointer) throws(WebSocketError) -> Int {
        describeCommon(role)
        unsafe info.user = user
        let made = Self.setUp.withLock { isTLSSetUp in
            LibraryLog.install()
            if !isTLSSetUp { unsafe info.options |= cx_lws_option_set_up_tls() }
            isTLSSetUp = true
            return unsafe UInt(bitPattern: lws_create_context(&info))
        }
        // A host asks for TLS by the same option.
        unsafe info.options |= cx_lws_option_set_up_tls()
        unsafe context = OpaquePointer(bitPattern: made)
        guard made != 0 else { throw .cannotStart(cause: LibraryLog.recent()) }
        return switch role {
        case .server(let configuration, _): try listen(configuration)
        case .client(_, let trust): try prepareClient(trust)
        }
    }

    private func describeCommon(_ role: ServiceThread.Role) {
        unsafe protocols[0].name = keep("partyline")
        unsafe protocols[0].callback = serviceCallback
        unsafe protocols[0].rx_buffer_size = 4 << 10
        // How much of a message goes to TLS at once; lws buffers the rest.
        unsafe protocols[0].tx_packet_size = 64 << 10
        unsafe info.protocols = UnsafePointer(protocols)
        unsafe info.options = cx_lws_context_options()
        unsafe info.port = CONTEXT_PORT_NO_LISTEN
        unsafe info.pt_serv_buf_size = 16 << 10
        unsafe info.server_string = keep("partyline")
        switch role {
        case .server(let configuration, _):
            unsafe info.fd_limit_per_thread = UInt32(configuration.usableConnections + 16)
            unsafe info.max_http_header_data = UInt16(clamping: configuration.headerBytes)
        case .client(let limits, _):
            unsafe info.fd_limit_per_thread = UInt32(clamping: limits.connections + 16)
        }
        unsafe info.timeout_secs = 20
    }

    private func listen(_ configuration: WebSocketServer.Configuration) throws(WebSocketError) -> Int {
        unsafe info.vhost_name = keep("server")
        unsafe info.port = Int32(configuration.port)
        unsafe info.options |= cx_lws_option_fail_unless_bound()
        if !configuration.host.contains(":") { unsafe info.options |= cx_lws_option_no_ipv6() }
        if configuration.host != "0.0.0.0", configuration.host != "::" {
            unsafe info.iface = keep(configuration.host)
        }
        let seconds = configuration.handshakeSeconds
        unsafe info.timeout_secs = UInt32(seconds)
        unsafe info.timeout_secs_ah_idle = UInt32(seconds)
        unsafe info.keepalive_timeout = Int32(seconds)
        // HTTP/2 would bring WebSocket streams without receive flow control (lws 4.1 ignores it there).
        unsafe info.alpn = keep("http/1.1")
        if let tls = configuration.tls {
            unsafe info.ssl_cert_filepath = keep(tls.certificateFile)
            unsafe info.ssl_private_key_filepath = keep(tls.keyFile)
            unsafe info.ssl_options_set = cx_tls_server_options()
        }
        guard makeHost(), let host = unsafe host else { throw .cannotListen(cause: LibraryLog.recent()) }
        return unsafe Int(lws_get_vhost_listen_port(host))
    }

    private func prepareClient(_ trust: WebSocketTrust) throws(WebSocketError) -> Int {
        unsafe info.vhost_name = keep("client")
        if case .certificateFile(let path) = trust {
            unsafe info.options |= cx_lws_option_no_system_roots()
            unsafe info.client_ssl_ca_filepath = keep(path)
        }
        guard makeHost(), let host = unsafe host else { throw .cannotStart(cause: LibraryLog.recent()) }
        let status = Self.setUp.withLock { _ in unsafe lws_init_vhost_client_ssl(&info, host) }
        guard status == 0 else { throw .cannotStart(cause: LibraryLog.recent()) }
        return 0
    }

    private func makeHost() -> Bool {
        let made = Self.setUp.withLock { _ in unsafe UInt(bitPattern: lws_create_vhost(context, &info)) }
        unsafe host = OpaquePointer(bitPattern: made)
        return made != 0
    }

    /// Starts a client connection; its callbacks carry `id`. `nil`: failed, perhaps after a callback said so.
    func connect(_ url: WebSocketURL, trust: WebSocketTrust, id: UInt64) -> OpaquePointer? {
        var order = unsafe lws_client_connect_info()
        unsafe order.context = context
        unsafe order.vhost = host
        unsafe order.port = Int32(url.port)
        unsafe order.ietf_version_or_minus_one = -1
        unsafe order.opaque_user_data = UnsafeMutableRawPointer(bitPattern: UInt(id))
        if url.isSecure {
            unsafe order.ssl_connection = trust == .insecureForDevelopment ? cx_client_tls_unchecked() : cx_client_tls()
        }
        let standardPort = url.isSecure ? 443 : 80
        let name = url.host.contains(":") ? "[\(url.host)]" : url.host
        let hostHeader = url.port == standardPort ? name : "\(name):\(url.port)"
        return unsafe url.host.withCString { address in
            unsafe url.path.withCString { path in
                unsafe hostHeader.withCString { header in
                    unsafe "http/1.1".withCString { alpn in
                        unsafe order.address = address
                        unsafe order.path = path
                        unsafe order.host = header
                        unsafe order.alpn = alpn
                        unsafe order.local_protocol_name = UnsafePointer(protocols[0].name)
                        return unsafe lws_client_connect_via_info(&order)
                    }
                }
            }
        }
    }

    /// Closes every connection, each with its callbacks, and frees the context. Idempotent.
    func destroy() {
        guard let context = unsafe context else { return }
        let address = UInt(bitPattern: context)
        unsafe self.context = nil
        Self.setUp.withLock { _ in unsafe lws_context_destroy(OpaquePointer(bitPattern: address)) }
    }

    private func keep(_ text: String) -> UnsafePointer<CChar>? {
        guard let copy = unsafe strdup(text) else { return nil }
        unsafe strings.append(copy)
        return unsafe UnsafePointer(copy)
    }
}
