// Signaling: the one place where a call's fate is decided. Binds the bus endpoint that gateways, presence and push call
// (default 7103); connects to presence, push, every media node and every gateway that holds a participant's session.
import Foundation
import ServiceKit

Replay.runIfAsked(CommandLine.arguments)
let boot = Boot<SignalingConfiguration>(service: "signaling")
let signaling = SignalingAssembly.orRefuse(boot)
await boot.run(signaling.parts)
