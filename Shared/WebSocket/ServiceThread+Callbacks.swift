internal import CWebSockets

/// The one callback of every protocol. Runs on the service thread, inside `lws_service` or the context's creation
/// and destruction.
let serviceCallback:
    @convention(c) (
        OpaquePointer?, lws_callback_reasons, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, Int
    ) -> Int32 = { wsi, reason, _, input, length in
        // Asked for at every turn, on a stand-in connection.
        if reason == LWS_CALLBACK_GET_THREAD_ID { return 0 }
        guard let wsi = unsafe wsi, let context = unsafe lws_get_context(wsi),
            let user = unsafe lws_context_user(context)
        else { return 0 }
        let service = unsafe Unmanaged<ServiceThread>.fromOpaque(user).takeUnretainedValue()
        return unsafe service.handle(reason, wsi, UnsafeRawBufferPointer(start: input, count: length))
    }

extension ServiceThread {
    /// `LWS_CALLBACK_*` of one connection. Not zero: lws closes it.
    fileprivate func handle(
        _ reason: lws_callback_reasons, _ wsi: OpaquePointer, _ input: UnsafeRawBufferPointer
    ) -> Int32 {
        switch reason {
        case LWS_CALLBACK_FILTER_NETWORK_CONNECTION:
            return isFull ? 1 : 0
        case LWS_CALLBACK_WSI_CREATE:
            unsafe admit(wsi)
            return 0
        case LWS_CALLBACK_WSI_DESTROY:
            unsafe forget(wsi)
            return 0
        case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
            let cause = unsafe String(decoding: input, as: UTF8.self) + "; " + LibraryLog.recent()
            unsafe socket(of: wsi)?.lost(cause: cause)
            return 0
        // The method is CONNECT, or something else that lws would take for a raw socket.
        case LWS_CALLBACK_RAW_ADOPT, LWS_CALLBACK_RAW_RX, LWS_CALLBACK_RAW_CONNECTED:
            return -1
        default:
            guard let socket = unsafe socket(of: wsi) else { return 0 }
            return unsafe handle(reason, socket, wsi, input)
        }
    }

    private func handle(
        _ reason: lws_callback_reasons, _ socket: Socket, _ wsi: OpaquePointer, _ input: UnsafeRawBufferPointer
    ) -> Int32 {
        switch reason {
        case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return unsafe confirmUpgrade(socket, wsi, input)
        case LWS_CALLBACK_HTTP: return unsafe answer(socket, wsi, input)
        case LWS_CALLBACK_HTTP_WRITEABLE: return unsafe writeResponse(socket, wsi)
        case LWS_CALLBACK_HTTP_BODY: return -1
        case LWS_CALLBACK_ESTABLISHED: return unsafe opened(socket, wsi)
        case LWS_CALLBACK_CLIENT_ESTABLISHED: return unsafe connected(socket, wsi)
        case LWS_CALLBACK_RECEIVE, LWS_CALLBACK_CLIENT_RECEIVE: return unsafe received(socket, wsi, input)
        case LWS_CALLBACK_RECEIVE_PONG, LWS_CALLBACK_CLIENT_RECEIVE_PONG:
            socket.lastReceived = .now
            return 0
        case LWS_CALLBACK_SERVER_WRITEABLE, LWS_CALLBACK_CLIENT_WRITEABLE: return unsafe write(socket, wsi)
        case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
            unsafe peerCloses(socket, input)
            return 0
        case LWS_CALLBACK_CLOSED, LWS_CALLBACK_CLIENT_CLOSED:
            socket.lost(cause: "connection lost")
            return 0
        default: return 0
        }
    }

    /// A client's connection carries its id from the start. A server's is known by address: lws overwrites what is
    /// attached to it at its creation, and every creation is followed by a destruction.
    private func socket(of wsi: OpaquePointer) -> Socket? {
        let attached = unsafe UInt64(UInt(bitPattern: lws_get_opaque_user_data(wsi)))
        return sockets[attached] ?? accepted[UInt(bitPattern: wsi)]
    }

    private var isFull: Bool {
        guard case .server(let configuration, _) = role else { return true }
        return sockets.count >= configuration.usableConnections
    }

    /// A server's connection begins; a client's has its id already.
    private func admit(_ wsi: OpaquePointer) {
        guard case .server(let configuration, _) = role else { return }
        let socket = Socket(id: nextID, stage: .handshaking)
        nextID += 1
        unsafe socket.wsi = wsi
        socket.deadline = ContinuousClock.now + configuration.handshakeTimeout
        accepted[UInt(bitPattern: wsi)] = socket
        sockets[socket.id] = socket
    }

    private func forget(_ wsi: OpaquePointer) {
        guard let socket = unsafe socket(of: wsi) else { return }
        sockets[socket.id] = nil
        accepted[UInt(bitPattern: wsi)] = nil
        socket.lost(cause: "connection lost")
    }

    // MARK: WebSocket

    private func opened(_ socket: Socket, _ wsi: OpaquePointer) -> Int32 {
        guard case .server(let configuration, let accept) = role, case .upgrading(let path) = socket.stage else {
            return -1
        }
        let connection = unsafe open(socket, wsi, path: path, limits: configuration.limits)
        accept(connection)
        return 0
    }

    private func connected(_ socket: Socket, _ wsi: OpaquePointer) -> Int32 {
        guard case .client(let limits, _) = role, case .connecting(let pending) = socket.stage else { return -1 }
        let connection = unsafe open(socket, wsi, path: pending.url.path, limits: limits.perConnection)
        // Nobody waits any more: the caller gave up meanwhile.
        guard pending.decide(.success(connection)) else { return -1 }
        return 0
    }

    private func open(
        _ socket: Socket, _ wsi: OpaquePointer, path: String, limits: WebSocketLimits
    ) -> WebSocketConnection {
        let address = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
            guard let start = buffer.baseAddress else { return "" }
            guard unsafe lws_get_peer_simple(wsi, start, buffer.count) != nil else { return "" }
            return unsafe String(cString: start)
        }
        let connection = WebSocketConnection(
            id: socket.id, remoteAddress: address, path: path, limits: limits, mailbox: mailbox)
        unsafe socket.wsi = wsi
        socket.stage = .open(connection)
        socket.deadline = nil
        socket.lastReceived = .now
        socket.assembler = MessageAssembler(limit: limits.messageBytes)
        return connection
    }

    private func received(_ socket: Socket, _ wsi: OpaquePointer, _ input: UnsafeRawBufferPointer) -> Int32 {
        guard let connection = socket.connection else { return -1 }
        socket.lastReceived = .now
        let outcome = unsafe socket.assembler.append(
            input, isBinary: lws_frame_is_binary(wsi) != 0, isFinal: lws_is_final_fragment(wsi) != 0)
        switch outcome {
        case .incomplete: return 0
        case .message(let message):
            if connection.deliver(message) { toPause.append(socket.id) }
            return 0
        case .violation(let code, let reason):
            let closure = WebSocketClosure(code, reason: reason, initiator: .local)
            socket.localClosure = closure
            unsafe sayGoodbye(wsi, closure)
            return -1
        }
    }

    private func peerCloses(_ socket: Socket, _ input: UnsafeRawBufferPointer) {
        guard input.count >= 2 else {
            socket.peerClosure = WebSocketClosure(.noStatus, initiator: .peer)
            return
        }
        let code = unsafe UInt16(input[0]) << 8 | UInt16(input[1])
        let reason = unsafe String(decoding: UnsafeRawBufferPointer(rebasing: input.dropFirst(2)), as: UTF8.self)
        socket.peerClosure = WebSocketClosure(
            WebSocketCloseCode(rawValue: code), reason: reason, initiator: .peer)
    }

    /// Writes while the socket takes it, then leaves the turn to others.
    private func write(_ socket: Socket, _ wsi: OpaquePointer) -> Int32 {
        guard let connection = socket.connection else { return 0 }
        var budget = 64 << 10
        while budget > 0, unsafe lws_send_pipe_choked(wsi) == 0 {
            switch connection.nextOutgoing() {
            case .nothing: return 0
            case .close(let closure):
                unsafe sayGoodbye(wsi, closure)
                return -1
            case .message(let message):
                guard unsafe put(message, on: wsi) else { return -1 }
                budget -= message.byteCount + 16
            }
        }
        unsafe lws_callback_on_writable(wsi)
        return 0
    }

    /// `lws_write` wants room before the payload for the frame's header, and a client masks in place: both are
    /// reasons to copy.
    private func put(_ message: WebSocketMessage, on wsi: OpaquePointer) -> Bool {
        switch message {
        case .text(let text):
            var text = text
            return text.withUTF8 { unsafe put(UnsafeRawBufferPointer($0), LWS_WRITE_TEXT, on: wsi) }
        case .binary(let bytes):
            return unsafe bytes.withUnsafeBytes { unsafe put($0, LWS_WRITE_BINARY, on: wsi) }
        }
    }

    private func put(_ payload: UnsafeRawBufferPointer, _ kind: lws_write_protocol, on wsi: OpaquePointer) -> Bool {
        let room = cx_lws_pre()
        let space = unsafe scratch(room + payload.count)
        let start = unsafe UnsafeMutableRawBufferPointer(rebasing: space[room...])
        unsafe start.copyMemory(from: payload)
        // -1: the connection is dead. Otherwise all was sent or buffered.
        return unsafe lws_write(wsi, start.baseAddress?.assumingMemoryBound(to: UInt8.self), payload.count, kind) >= 0
    }

    private func sayGoodbye(_ wsi: OpaquePointer, _ closure: WebSocketClosure) {
        var reason = closure.sendableReason
        let code = lws_close_status(UInt32(closure.code.rawValue))
        unsafe reason.withUnsafeMutableBufferPointer { buffer in
            unsafe lws_close_reason(wsi, code, buffer.baseAddress, buffer.count)
        }
    }
}
