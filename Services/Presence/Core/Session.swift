package import CallModel

/// One login of one device, as the store keeps it. Times are UTC, because they must mean the same after a restart.
package struct Session: Sendable, Equatable {
    /// Where the session's connection is.
    package enum Link: Sendable, Equatable {
        /// Entered by login, resume and renewal; left when the gateway reports the end of the connection or has not renewed
        /// until `leaseEndsAt`. Events go to `gateway` meanwhile.
        case connected(gateway: String, leaseEndsAt: WallTime)
        /// The connection is gone or its gateway silent. Left by a resume, or by the session's end at `resumableUntil`.
        /// `silentGateway` may still renew: it was this process that was away, not the connection. `nil`: the gateway itself
        /// said that the connection is over.
        case detached(resumableUntil: WallTime, silentGateway: String?)
    }

    package let id: SessionID
    package let user: UserID
    package let device: DeviceID
    package let platform: Platform
    package let deviceName: String
    /// The UserSig's end: nothing prolongs a session beyond it.
    package let userSigExpiresAt: WallTime
    /// SHA-256 of the resume token; the token itself is known to the client alone.
    package let resumeTokenHash: [UInt8]
    package var link: Link
    package var lastSeenAt: WallTime

    package init(
        id: SessionID, user: UserID, device: DeviceID, platform: Platform, deviceName: String,
        userSigExpiresAt: WallTime, resumeTokenHash: [UInt8], link: Link, lastSeenAt: WallTime
    ) {
        self.id = id
        self.user = user
        self.device = device
        self.platform = platform
        self.deviceName = deviceName
        self.userSigExpiresAt = userSigExpiresAt
        self.resumeTokenHash = resumeTokenHash
        self.link = link
        self.lastSeenAt = lastSeenAt
    }

    package var isConnected: Bool {
        switch link {
        case .connected: true
        case .detached: false
        }
    }

    /// The gateway that may hold a connection of this session, even if it is silent.
    package var gateway: String? {
        switch link {
        case .connected(let gateway, _): gateway
        case .detached(_, let silentGateway): silentGateway
        }
    }

    /// When the link changes if nothing is heard: the end of the lease, or of the wait for a resume.
    package var linkEndsAt: WallTime {
        switch link {
        case .connected(_, let leaseEndsAt): leaseEndsAt
        case .detached(let resumableUntil, _): resumableUntil
        }
    }
}

/// Why a session ended, as its client is told.
package enum SessionEnding: Int32, Sendable, Equatable, CaseIterable {
    /// The same device logged in anew: its older connection is a ghost, and there is nobody to tell.
    case replaced = 0
    /// The account logged in on another device of this platform.
    case kickedOffline = 1
    case loginExpired = 2
    case logout = 3
    /// Nothing was heard until the end of the resume window.
    case lost = 4
}
