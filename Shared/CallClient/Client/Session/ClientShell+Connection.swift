internal import CallClientCore
internal import CallModel
internal import Wire

extension ClientShell {
    // MARK: Connections

    /// Tries the servers one after the other; each is asked once.
    func open(_ number: ConnectionNumber) {
        let opener = opener ?? WebSocketOpener(trust: configuration.trust)
        let urls = servers.next()
        let codec: any FrameCodec = configuration.encoding == .json ? TextCodec() : BinaryCodec()
        let task = Task { [weak self] in
            var refusal: RequestFailure?
            var cause = ""
            for url in urls {
                do {
                    let gateway = GatewayConnection(link: try await opener.open(url), codec: codec)
                    guard let self, !Task.isCancelled else { return gateway.close() }
                    return self.post { $0.opened(number, gateway) }
                } catch let refused as LinkRefused {
                    refusal = RequestFailure(status: 14, reason: 9508, message: refused.cause)
                } catch {
                    cause = "\(error)"
                }
                if Task.isCancelled { return }
            }
            self?.notOpened(number, refusal, cause)
        }
        tasks[number, default: []].append(task)
    }

    /// `refusal`: of a server that will never be good. Another that merely cannot be reached now is reason to go on.
    private nonisolated func notOpened(_ number: ConnectionNumber, _ refusal: RequestFailure?, _ cause: String) {
        if cause.isEmpty, let refusal { return post(.connection(.transportRefused(number, refusal))) }
        post { shell in
            shell.lastOpenError = cause
            shell.take(.connection(.transportLost(number)))
        }
    }

    private func opened(_ number: ConnectionNumber, _ gateway: GatewayConnection) {
        guard core.session.state.connection == number else { return gateway.close() }
        connection = (number, gateway)
        let reader = Task { [weak self] in
            await gateway.run { [weak self] news in
                switch news {
                case .helloReceived: self?.post(.connection(.helloReceived(number)))
                case .draining: self?.post(.connection(.gatewayDraining(number)))
                case .bytesReceived: self?.post(.connection(.bytesReceived(number)))
                case .event(let event): self?.post { $0.received(event, on: number) }
                }
            }
            self?.post { $0.lost(number) }
        }
        tasks[number, default: []].append(reader)
        take(.connection(.transportOpened(number)))
    }

    private func lost(_ number: ConnectionNumber) {
        close(number)
        take(.connection(.transportLost(number)))
    }

    func close(_ number: ConnectionNumber) {
        for task in tasks.removeValue(forKey: number) ?? [] { task.cancel() }
        guard connection?.number == number else { return }
        connection?.gateway.close()
        connection = nil
    }

    func authenticate(_ number: ConnectionNumber, isResume: Bool) {
        guard let gateway = gateway(number), let credentials else { return }
        let client = Proto.GatewayClient(gateway)
        if isResume, let session {
            let request = Proto.ResumeRequest(sessionId: session.id, resumeToken: session.resumeToken)
            attempt(number) { () async throws(RPCError) in
                let answer = try await client.resume(request)
                return (answer.heartbeatIntervalMs, answer.serverTimeMs, nil)
            }
            return
        }
        let request = Proto.LoginRequest(
            sdkAppId: credentials.sdkAppID, userId: credentials.userID, userSig: credentials.userSig,
            deviceId: configuration.deviceID, platform: Proto.Platform(rawValue: configuration.platform.rawValue),
            deviceName: configuration.deviceName)
        attempt(number) { () async throws(RPCError) in
            let answer = try await client.login(request)
            return (answer.heartbeatIntervalMs, answer.serverTimeMs, answer)
        }
    }

    private func attempt(
        _ number: ConnectionNumber,
        _ call: @escaping @Sendable () async throws(RPCError) -> (UInt32, Int64, Proto.LoginResponse?)
    ) {
        let task = Task { [weak self] in
            do throws(RPCError) {
                let (heartbeat, serverTime, login) = try await call()
                self?.post { $0.authenticated(number, heartbeat, serverTime, login) }
            } catch {
                self?.post(.connection(.authenticationRefused(number, RequestFailure(error))))
            }
        }
        tasks[number, default: []].append(task)
    }

    private func authenticated(
        _ number: ConnectionNumber, _ heartbeat: UInt32, _ serverTime: Int64, _ login: Proto.LoginResponse?
    ) {
        if let login, core.session.state.connection == number {
            session = Session(id: login.sessionId, resumeToken: login.resumeToken)
            profile = login.profile
        }
        let terms = SessionTerms(
            heartbeatInterval: .milliseconds(Int64(heartbeat > 0 ? heartbeat : 5_000)),
            serverTime: WallTime(milliseconds: serverTime))
        take(.connection(.authenticated(number, terms)))
    }

    func sendLogout(_ number: ConnectionNumber) {
        guard let gateway = gateway(number) else { return }
        let pending = gateway.begin(Proto.GatewayMethods.logout, [], timeout: .seconds(2))
        Task { [weak self] in
            _ = try? await pending.value()
            self?.post(.connection(.logoutAnswered(number)))
        }
    }

    private func received(_ event: Proto.ClientEvent.Event, on number: ConnectionNumber) {
        guard connection?.number == number else { return }
        switch event {
        case .call(let snapshot): take(.snapshot(CallSnapshot(snapshot)))
        case .activity(let activity): take(.activity(CallActivity(activity)))
        case .invitation: break  // nothing here makes calls of them
        case .statuses: break  // only those who subscribe hear of others, and this SDK does not
        case .sessionEnded(let ended):
            if let cause = SessionEndCause(ended.cause) { take(.connection(.sessionEnded(number, cause))) }
        }
    }

    // MARK: Requests

    func send(_ number: ConnectionNumber, _ ticket: Ticket, _ request: Request) {
        let outgoing: OutgoingRequest
        do throws(RPCError) {
            outgoing = try OutgoingRequest(request)
        } catch {
            // Not now: the core is in the middle of its orders.
            return post(.failed(ticket, RequestFailure(error)))
        }
        guard let gateway = gateway(number) else {
            return post(.failed(ticket, .offline))
        }
        let pending = gateway.begin(
            outgoing.method, outgoing.payload, timeout: .seconds(5), shardKey: outgoing.shardKey)
        Task { [weak self] in
            do throws(RPCError) {
                let reply = try IncomingReply(try await pending.value(), to: request)
                self?.post { shell in
                    if let grant = reply.grant { shell.grants[ticket] = grant }
                    shell.take(.answered(ticket, reply.reply))
                    shell.grants[ticket] = nil
                }
            } catch {
                // After the connection's end the core has queued the request anew; this answer is of the old try.
                self?.post { shell in
                    guard shell.connection?.number == number else { return }
                    shell.take(.failed(ticket, RequestFailure(error)))
                }
            }
        }
    }
}
