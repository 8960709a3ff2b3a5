internal import CWebSockets

// Plain HTTP and the upgrade. Every exchange ends its connection: keep-alive would bring lws 4.1's handling of a
// second request's Upgrade header into play, for no gain here.
extension ServiceThread {
    /// Only WebSocket, only on our path, only while not draining. Negative: lws drops the connection.
    func confirmUpgrade(_ socket: Socket, _ wsi: OpaquePointer, _ input: UnsafeRawBufferPointer) -> Int32 {
        guard case .server(let configuration, _) = role, case .handshaking = socket.stage else { return -1 }
        // lws also asks for "h2c".
        let isWebSocket = unsafe input.baseAddress.map { start in
            unsafe String(cString: start.assumingMemoryBound(to: CChar.self)).lowercased() == "websocket"
        }
        guard isWebSocket == true else { return -1 }
        let path = unsafe header(WSI_TOKEN_GET_URI, wsi)
        guard path == configuration.path else {
            unsafe lws_return_http_status(wsi, 404, "not found")
            return -1
        }
        guard !isRefusing else {
            unsafe lws_return_http_status(wsi, 503, "draining")
            return -1
        }
        socket.stage = .upgrading(path: configuration.path)
        return 0
    }

    /// A request without upgrade: `input` is the decoded path.
    func answer(_ socket: Socket, _ wsi: OpaquePointer, _ input: UnsafeRawBufferPointer) -> Int32 {
        guard case .server(let configuration, _) = role, case .handshaking = socket.stage else { return -1 }
        var uri: UnsafeMutablePointer<CChar>? = nil
        var length: Int32 = 0
        let path = unsafe String(decoding: input, as: UTF8.self)
        var response: HTTPResponse
        switch unsafe Int(lws_http_get_uri_and_method(wsi, &uri, &length)) {
        case LWSHUMETH_GET:
            response = configuration.respond(HTTPRequest(method: "GET", path: path))
        case LWSHUMETH_HEAD:
            response = configuration.respond(HTTPRequest(method: "HEAD", path: path))
        default: response = .text(405, "only GET and HEAD")
        }
        let isHead = unsafe lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) > 0
        guard unsafe writeHead(of: response, on: wsi) else { return -1 }
        if isHead { response.body = [] }
        socket.stage = .responding(response, written: 0)
        unsafe lws_callback_on_writable(wsi)
        return 0
    }

    private func writeHead(of response: HTTPResponse, on wsi: OpaquePointer) -> Bool {
        let space = unsafe scratch(4 << 10)
        guard let base = unsafe space.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return false }
        let start = unsafe base + cx_lws_pre()
        let end = unsafe base + space.count - 1
        var position: UnsafeMutablePointer<UInt8>? = unsafe start
        // Not zero: does not fit.
        guard
            unsafe lws_add_http_common_headers(
                wsi, UInt32(clamping: response.status), response.contentType, UInt64(response.body.count), &position,
                end) == 0,
            unsafe add("connection:", "close", wsi, &position, end),
            unsafe add("cache-control:", "no-store", wsi, &position, end)
        else { return false }
        return unsafe lws_finalize_write_http_header(wsi, start, &position, end) == 0
    }

    private func add(
        _ name: String, _ value: String, _ wsi: OpaquePointer, _ position: inout UnsafeMutablePointer<UInt8>?,
        _ end: UnsafeMutablePointer<UInt8>
    ) -> Bool {
        unsafe lws_add_http_header_by_name(wsi, name, value, Int32(value.utf8.count), &position, end) == 0
    }

    /// One piece of the body per turn; after the last the connection is closed, which flushes first.
    func writeResponse(_ socket: Socket, _ wsi: OpaquePointer) -> Int32 {
        guard case .responding(let response, let written) = socket.stage else { return 0 }
        let piece = response.body[written...].prefix(16 << 10)
        guard !piece.isEmpty else { return -1 }
        let isLast = written + piece.count == response.body.count
        let room = cx_lws_pre()
        let space = unsafe scratch(room + piece.count)
        let target = unsafe UnsafeMutableRawBufferPointer(rebasing: space[room..<(room + piece.count)])
        unsafe target.copyBytes(from: piece)
        let kind = isLast ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP
        let status = unsafe lws_write(
            wsi, target.baseAddress?.assumingMemoryBound(to: UInt8.self), piece.count, kind)
        guard status >= 0, !isLast else { return -1 }
        socket.stage = .responding(response, written: written + piece.count)
        unsafe lws_callback_on_writable(wsi)
        return 0
    }

    private func header(_ token: lws_token_indexes, _ wsi: OpaquePointer) -> String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
            guard let start = buffer.baseAddress else { return "" }
            // Negative: longer than the buffer, so not one of ours.
            guard unsafe lws_hdr_copy(wsi, start, Int32(buffer.count), token) > 0 else { return "" }
            return unsafe String(cString: start)
        }
    }
}
