#pragma once
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>
#include <zmq.h>

/// The calling thread, as a number that can be compared.
static inline uintptr_t cx_thread(void) { return (uintptr_t)pthread_self(); }

/// A counter descriptor that never blocks and is not inherited by children.
static inline int cx_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

/// `ZMQ_ZAP_ENFORCE_DOMAIN`: known to Debian's library, kept from its header (a draft there).
static inline int cx_zap_enforce_domain(void) { return 93; }

/// A second listening descriptor on the port of `listener`, to which the kernel gives every new connection from now on;
/// `place` is how many share the port already. -1 and errno: ENOSYS, ENOPROTOOPT or EINVAL of a kernel that cannot steer,
/// EADDRINUSE if the port is somebody else's too, EMFILE, ENFILE. Nothing has changed then.
static inline int cx_share_listener(int listener, int place, int backlog) {
    struct sock_filter always = BPF_STMT(BPF_RET | BPF_K, (unsigned int)place);
    struct sock_fprog choice = {1, &always};
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    int on = 1, off = 0, domain = 0, only6 = 0;
    socklen_t length = sizeof domain;
    if (getsockname(listener, (struct sockaddr *)&address, &size) != 0) return -1;
    if (getsockopt(listener, SOL_SOCKET, SO_DOMAIN, &domain, &length) != 0) return -1;
    int second = socket(domain, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (second < 0) return -1;
    length = sizeof only6;
    if (domain == AF_INET6 && getsockopt(listener, IPPROTO_IPV6, IPV6_V6ONLY, &only6, &length) == 0)
        setsockopt(second, IPPROTO_IPV6, IPV6_V6ONLY, &only6, sizeof only6);
    // Both must say that they share. A listener that never rotated does not, so a second process is refused the port.
    if (setsockopt(listener, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on) == 0 &&
        setsockopt(second, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on) == 0 &&
        setsockopt(second, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on) == 0 &&
        bind(second, (struct sockaddr *)&address, size) == 0 && listen(second, backlog) == 0 &&
        setsockopt(second, SOL_SOCKET, SO_ATTACH_REUSEPORT_CBPF, &choice, sizeof choice) == 0)
        return second;
    int reason = errno;
    close(second);
    setsockopt(listener, SOL_SOCKET, SO_REUSEPORT, &off, sizeof off);
    errno = reason;
    return -1;
}

/// Whether the text is an IPv4 or IPv6 address, so that nobody has to be asked what it means.
static inline int cx_is_address(const char *text) {
    unsigned char bytes[sizeof(struct in6_addr)];
    return inet_pton(AF_INET, text, bytes) == 1 || inet_pton(AF_INET6, text, bytes) == 1;
}

/// Whether the process may open this many more descriptors now: some steps of libzmq abort instead of failing without.
static inline int cx_has_descriptors(int count) {
    int taken[16], number = 0;
    while (number < count && number < 16) {
        // Descriptor 0 may be closed, so something that is always there is opened instead.
        int made = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
        if (made < 0) break;
        taken[number++] = made;
    }
    int found = number;
    while (number > 0) close(taken[--number]);
    return found >= count;
}
