// UDP with batched system calls, and waiting for packets, a wake or an absolute deadline. The structures of the system
// calls (mmsghdr, iovec, sockaddr_storage) stay behind this header. Functions that can fail return -errno.
#pragma once
#include <stdint.h>

/// An address without its sockaddr: family 0 (none), 4 or 6; the address in network order, port in host order.
typedef struct cd_address {
    uint64_t high;
    uint64_t low;
    uint32_t scope;
    uint16_t port;
    uint16_t family;
} cd_address;

/// Numeric text to address. 0, or -EINVAL.
int cd_address_parse(const char *text, uint16_t port, cd_address *address);
/// Numeric text without the port; `text` holds 64 bytes or more.
void cd_address_text(const cd_address *address, char *text);
/// Where others reach this host: the first address, IPv4 before IPv6, of an interface that is up, neither loopback nor
/// link-local; port 0. 0, -EADDRNOTAVAIL if there is none, or the -errno of getifaddrs.
int cd_host_address(cd_address *address);

/// A non-blocking socket bound to `address`.
int cd_open(const cd_address *address);
int cd_local_address(int fd, cd_address *address);
/// 0 leaves a size as it is.
int cd_set_buffers(int fd, int receive, int send);
int cd_buffers(int fd, int *receive, int *send);
void cd_close(int fd);

/// `capacity` datagrams of at most `size` bytes, with their addresses, in memory taken once.
typedef struct cd_batch cd_batch;
cd_batch *cd_batch_make(unsigned capacity, unsigned size);
void cd_batch_free(cd_batch *batch);
uint8_t *cd_batch_bytes(cd_batch *batch, unsigned index);
unsigned cd_batch_length(const cd_batch *batch, unsigned index);
void cd_batch_set_length(cd_batch *batch, unsigned index, unsigned length);
int cd_batch_is_truncated(const cd_batch *batch, unsigned index);
void cd_batch_address(const cd_batch *batch, unsigned index, cd_address *address);
void cd_batch_set_address(cd_batch *batch, unsigned index, const cd_address *address);

/// One recvmmsg: how many arrived.
int cd_receive(int fd, cd_batch *batch);
/// One sendmmsg of the datagrams first ..< first + count: how many left.
int cd_send(int fd, cd_batch *batch, unsigned first, unsigned count);

/// epoll over sockets, an eventfd and a CLOCK_MONOTONIC timerfd.
typedef struct cd_waiter {
    int epoll;
    int timer;
    int64_t armed; // the deadline in the timer, nanoseconds; 0: none
} cd_waiter;
int cd_waiter_open(cd_waiter *waiter);
void cd_waiter_close(cd_waiter *waiter);
/// Reports `token` (0 to 31) when `fd` is readable.
int cd_waiter_watch(const cd_waiter *waiter, int fd, unsigned token);
int cd_waiter_unwatch(const cd_waiter *waiter, int fd);
/// Bits of ready tokens in `ready`; 1 if the deadline has passed, else 0. `deadline` 0: none.
int cd_wait(cd_waiter *waiter, int64_t deadline, uint32_t *ready);

int cd_event_open(void);
void cd_event_signal(int fd);
void cd_event_clear(int fd);
int64_t cd_now(void);
