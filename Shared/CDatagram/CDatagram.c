#define _GNU_SOURCE
#include "CDatagram.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

// The token of the timer; sockets and events use 0 to 31.
enum { TIMER_TOKEN = 32, EVENTS_PER_WAIT = 33 };

struct cd_batch {
    unsigned capacity;
    unsigned size;
    struct mmsghdr *headers;
    struct iovec *vectors;
    struct sockaddr_storage *names;
    uint8_t *bytes;
};

// MARK: addresses

static socklen_t to_sockaddr(const cd_address *address, struct sockaddr_storage *name) {
    memset(name, 0, sizeof *name);
    if (address->family == 6) {
        struct sockaddr_in6 *in6 = (struct sockaddr_in6 *)name;
        in6->sin6_family = AF_INET6;
        in6->sin6_port = htons(address->port);
        in6->sin6_scope_id = address->scope;
        memcpy(&in6->sin6_addr, &address->high, 8);
        memcpy((uint8_t *)&in6->sin6_addr + 8, &address->low, 8);
        return sizeof *in6;
    }
    struct sockaddr_in *in = (struct sockaddr_in *)name;
    in->sin_family = AF_INET;
    in->sin_port = htons(address->port);
    memcpy(&in->sin_addr, &address->high, 4);
    return sizeof *in;
}

static void from_sockaddr(const struct sockaddr_storage *name, cd_address *address) {
    memset(address, 0, sizeof *address);
    if (name->ss_family == AF_INET6) {
        const struct sockaddr_in6 *in6 = (const struct sockaddr_in6 *)name;
        address->family = 6;
        address->port = ntohs(in6->sin6_port);
        address->scope = in6->sin6_scope_id;
        memcpy(&address->high, &in6->sin6_addr, 8);
        memcpy(&address->low, (const uint8_t *)&in6->sin6_addr + 8, 8);
    } else if (name->ss_family == AF_INET) {
        const struct sockaddr_in *in = (const struct sockaddr_in *)name;
        address->family = 4;
        address->port = ntohs(in->sin_port);
        memcpy(&address->high, &in->sin_addr, 4);
    }
}

int cd_address_parse(const char *text, uint16_t port, cd_address *address) {
    uint8_t raw[16];
    memset(address, 0, sizeof *address);
    address->port = port;
    if (inet_pton(AF_INET, text, raw) == 1) {
        address->family = 4;
        memcpy(&address->high, raw, 4);
        return 0;
    }
    char host[64];
    const char *zone = strchr(text, '%');
    size_t length = zone ? (size_t)(zone - text) : strlen(text);
    if (length >= sizeof host) return -EINVAL;
    memcpy(host, text, length);
    host[length] = 0;
    if (inet_pton(AF_INET6, host, raw) != 1) return -EINVAL;
    address->family = 6;
    memcpy(&address->high, raw, 8);
    memcpy(&address->low, raw + 8, 8);
    if (zone) {
        address->scope = if_nametoindex(zone + 1);
        if (address->scope == 0) return -EINVAL;
    }
    return 0;
}

void cd_address_text(const cd_address *address, char *text) {
    uint8_t raw[16];
    memcpy(raw, &address->high, 8);
    memcpy(raw + 8, &address->low, 8);
    text[0] = 0;
    if (address->family == 4) inet_ntop(AF_INET, raw, text, 64);
    if (address->family == 6) inet_ntop(AF_INET6, raw, text, 64);
}

static int is_reachable(const struct sockaddr *name) {
    if (name->sa_family == AF_INET6) {
        const struct in6_addr *in6 = &((const struct sockaddr_in6 *)name)->sin6_addr;
        return !IN6_IS_ADDR_LOOPBACK(in6) && !IN6_IS_ADDR_LINKLOCAL(in6);
    }
    const uint32_t in = ntohl(((const struct sockaddr_in *)name)->sin_addr.s_addr);
    return in >> 24 != 127 && in >> 16 != 0xA9FE; // 169.254/16
}

int cd_host_address(cd_address *address) {
    struct ifaddrs *all;
    if (getifaddrs(&all) != 0) return -errno;
    int result = -EADDRNOTAVAIL;
    const int families[] = {AF_INET, AF_INET6};
    for (int f = 0; f < 2 && result != 0; f++) {
        for (const struct ifaddrs *entry = all; entry; entry = entry->ifa_next) {
            if (!entry->ifa_addr || entry->ifa_addr->sa_family != families[f]) continue;
            if (!(entry->ifa_flags & IFF_UP) || (entry->ifa_flags & IFF_LOOPBACK)) continue;
            if (!is_reachable(entry->ifa_addr)) continue;
            struct sockaddr_storage name = {0};
            memcpy(&name, entry->ifa_addr,
                   families[f] == AF_INET ? sizeof(struct sockaddr_in) : sizeof(struct sockaddr_in6));
            from_sockaddr(&name, address);
            address->port = 0;
            result = 0;
            break;
        }
    }
    freeifaddrs(all);
    return result;
}

// MARK: sockets

int cd_open(const cd_address *address) {
    int fd = socket(address->family == 6 ? AF_INET6 : AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0) return -errno;
    int on = 1;
    struct sockaddr_storage name;
    socklen_t length = to_sockaddr(address, &name);
    // One family per socket, so that one peer never has two addresses (1.2.3.4 and ::ffff:1.2.3.4).
    if ((address->family == 6 && setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on) < 0)
        || bind(fd, (struct sockaddr *)&name, length) < 0) {
        int code = errno;
        close(fd);
        return -code;
    }
    return fd;
}

int cd_local_address(int fd, cd_address *address) {
    struct sockaddr_storage name;
    socklen_t length = sizeof name;
    if (getsockname(fd, (struct sockaddr *)&name, &length) < 0) return -errno;
    from_sockaddr(&name, address);
    return 0;
}

int cd_set_buffers(int fd, int receive, int send) {
    if (receive > 0 && setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &receive, sizeof receive) < 0) return -errno;
    if (send > 0 && setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &send, sizeof send) < 0) return -errno;
    return 0;
}

int cd_buffers(int fd, int *receive, int *send) {
    socklen_t length = sizeof *receive;
    if (getsockopt(fd, SOL_SOCKET, SO_RCVBUF, receive, &length) < 0) return -errno;
    length = sizeof *send;
    return getsockopt(fd, SOL_SOCKET, SO_SNDBUF, send, &length) < 0 ? -errno : 0;
}

void cd_close(int fd) { close(fd); }

// MARK: batches

cd_batch *cd_batch_make(unsigned capacity, unsigned size) {
    cd_batch *batch = calloc(1, sizeof *batch);
    if (!batch) return NULL;
    batch->capacity = capacity;
    batch->size = size;
    batch->headers = calloc(capacity, sizeof *batch->headers);
    batch->vectors = calloc(capacity, sizeof *batch->vectors);
    batch->names = calloc(capacity, sizeof *batch->names);
    batch->bytes = calloc(capacity, size);
    if (!batch->headers || !batch->vectors || !batch->names || !batch->bytes) {
        cd_batch_free(batch);
        return NULL;
    }
    for (unsigned index = 0; index < capacity; index++) {
        batch->vectors[index].iov_base = batch->bytes + (size_t)index * size;
        batch->headers[index].msg_hdr.msg_iov = &batch->vectors[index];
        batch->headers[index].msg_hdr.msg_iovlen = 1;
        batch->headers[index].msg_hdr.msg_name = &batch->names[index];
    }
    return batch;
}

void cd_batch_free(cd_batch *batch) {
    free(batch->headers);
    free(batch->vectors);
    free(batch->names);
    free(batch->bytes);
    free(batch);
}

uint8_t *cd_batch_bytes(cd_batch *batch, unsigned index) { return batch->bytes + (size_t)index * batch->size; }

unsigned cd_batch_length(const cd_batch *batch, unsigned index) { return batch->headers[index].msg_len; }

void cd_batch_set_length(cd_batch *batch, unsigned index, unsigned length) { batch->headers[index].msg_len = length; }

int cd_batch_is_truncated(const cd_batch *batch, unsigned index) {
    return (batch->headers[index].msg_hdr.msg_flags & MSG_TRUNC) != 0;
}

void cd_batch_address(const cd_batch *batch, unsigned index, cd_address *address) {
    from_sockaddr(&batch->names[index], address);
}

void cd_batch_set_address(cd_batch *batch, unsigned index, const cd_address *address) {
    batch->headers[index].msg_hdr.msg_namelen = to_sockaddr(address, &batch->names[index]);
    batch->headers[index].msg_hdr.msg_flags = 0;
}

int cd_receive(int fd, cd_batch *batch) {
    for (unsigned index = 0; index < batch->capacity; index++) {
        batch->vectors[index].iov_len = batch->size;
        batch->headers[index].msg_hdr.msg_namelen = sizeof batch->names[index];
        batch->headers[index].msg_hdr.msg_flags = 0;
    }
    int count = recvmmsg(fd, batch->headers, batch->capacity, MSG_DONTWAIT, NULL);
    return count < 0 ? -errno : count;
}

int cd_send(int fd, cd_batch *batch, unsigned first, unsigned count) {
    for (unsigned index = first; index < first + count; index++)
        batch->vectors[index].iov_len = batch->headers[index].msg_len;
    int sent = sendmmsg(fd, batch->headers + first, count, MSG_DONTWAIT);
    return sent < 0 ? -errno : sent;
}

// MARK: waiting

int cd_waiter_open(cd_waiter *waiter) {
    waiter->armed = 0;
    waiter->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (waiter->epoll < 0) return -errno;
    waiter->timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = TIMER_TOKEN};
    if (waiter->timer < 0 || epoll_ctl(waiter->epoll, EPOLL_CTL_ADD, waiter->timer, &event) < 0) {
        int code = errno;
        cd_waiter_close(waiter);
        return -code;
    }
    return 0;
}

void cd_waiter_close(cd_waiter *waiter) {
    if (waiter->timer >= 0) close(waiter->timer);
    close(waiter->epoll);
}

int cd_waiter_watch(const cd_waiter *waiter, int fd, unsigned token) {
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = token};
    return epoll_ctl(waiter->epoll, EPOLL_CTL_ADD, fd, &event) < 0 ? -errno : 0;
}

int cd_waiter_unwatch(const cd_waiter *waiter, int fd) {
    return epoll_ctl(waiter->epoll, EPOLL_CTL_DEL, fd, NULL) < 0 ? -errno : 0;
}

int cd_wait(cd_waiter *waiter, int64_t deadline, uint32_t *ready) {
    *ready = 0;
    if (deadline != waiter->armed) {
        // Also clears an expiry that nobody read.
        struct itimerspec when = {.it_value = {.tv_sec = deadline / 1000000000, .tv_nsec = deadline % 1000000000}};
        if (timerfd_settime(waiter->timer, TFD_TIMER_ABSTIME, &when, NULL) < 0) return -errno;
        waiter->armed = deadline;
    }
    struct epoll_event events[EVENTS_PER_WAIT];
    int count = epoll_wait(waiter->epoll, events, EVENTS_PER_WAIT, -1);
    if (count < 0) return -errno;
    int expired = 0;
    for (int index = 0; index < count; index++) {
        if (events[index].data.u32 == TIMER_TOKEN)
            expired = 1; // stays readable until the timer is set again: a passed deadline returns at once
        else
            *ready |= 1u << events[index].data.u32;
    }
    return expired;
}

int cd_event_open(void) {
    int fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    return fd < 0 ? -errno : fd;
}

void cd_event_signal(int fd) {
    // EAGAIN means the counter is full: the reader is already due to wake.
    (void)eventfd_write(fd, 1);
}

void cd_event_clear(int fd) {
    eventfd_t value;
    (void)eventfd_read(fd, &value);
}

int64_t cd_now(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}
