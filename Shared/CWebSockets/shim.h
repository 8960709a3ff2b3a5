#pragma once
#include <libwebsockets.h>
#include <openssl/ssl.h>

// What Swift cannot see of libwebsockets 4.1: function-like and shifted macros.

static inline size_t cx_lws_pre(void) { return LWS_PRE; }

static inline uint64_t cx_lws_context_options(void) {
    return LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME;
}
static inline uint64_t cx_lws_option_set_up_tls(void) { return LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT; }
static inline uint64_t cx_lws_option_fail_unless_bound(void) { return LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND; }
static inline uint64_t cx_lws_option_no_ipv6(void) { return LWS_SERVER_OPTION_DISABLE_IPV6; }
static inline uint64_t cx_lws_option_no_system_roots(void) { return LWS_SERVER_OPTION_DISABLE_OS_CA_CERTS; }

/// TLS 1.2 or later, and no renegotiation: it lets a client make the server do public-key work for free.
static inline long cx_tls_server_options(void) {
    return (long)(SSL_OP_NO_SSLv3 | SSL_OP_NO_TLSv1 | SSL_OP_NO_TLSv1_1 | SSL_OP_NO_RENEGOTIATION);
}
static inline int cx_client_tls(void) { return LCCSCF_USE_SSL; }
static inline int cx_client_tls_unchecked(void) {
    return LCCSCF_USE_SSL | LCCSCF_ALLOW_SELFSIGNED | LCCSCF_SKIP_SERVER_CERT_HOSTNAME_CHECK | LCCSCF_ALLOW_EXPIRED |
           LCCSCF_ALLOW_INSECURE;
}

/// Closes at once. Only for a connection that is not the one being called back about.
static inline void cx_lws_kill(struct lws *wsi) {
    lws_set_timeout(wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_SYNC);
}

static inline const char *cx_lws_version(void) { return LWS_LIBRARY_VERSION; }
