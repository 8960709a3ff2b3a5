// libsrtp2's policy structure is filled here: it carries arrays and pointers that have no place in Swift.
#pragma once
#include <srtp2/srtp.h>
#include <string.h>

/// One stream of AES_CM_128_HMAC_SHA1_80 for RTP and RTCP. `key` holds 30 bytes and is only read by the call that takes
/// the policy.
static inline srtp_policy_t cx_policy(uint32_t ssrc, unsigned char *key, unsigned long window) {
    srtp_policy_t policy;
    memset(&policy, 0, sizeof policy);
    policy.ssrc.type = ssrc_specific;
    policy.ssrc.value = ssrc;
    srtp_crypto_policy_set_rtp_default(&policy.rtp);
    srtp_crypto_policy_set_rtcp_default(&policy.rtcp);
    policy.key = key;
    policy.window_size = window;
    return policy;
}

static inline srtp_err_status_t cx_add_stream(srtp_t session, uint32_t ssrc, unsigned char *key, unsigned long window) {
    srtp_policy_t policy = cx_policy(ssrc, key, window);
    return srtp_add_stream(session, &policy);
}
