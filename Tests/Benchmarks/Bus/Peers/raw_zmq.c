// Raw libzmq: a ROUTER that echoes and a DEALER that keeps so many requests of two frames in flight. The yardstick for
// the bus: the same frames on the same sockets and nothing else.
//   raw_zmq serve [curve]                                   prints "ready ENDPOINT PUBLIC-KEY"
//   raw_zmq call ENDPOINT IN-FLIGHT SECONDS SERVER-PID [PUBLIC-KEY]
#include <string.h>
#include <unistd.h>
#include <zmq.h>

#include "measure.h"

static void *context;

static void must(int result) {
    if (result == 0) return;
    fprintf(stderr, "%s\n", zmq_strerror(zmq_errno()));
    exit(1);
}

static int serve(int with_curve) {
    char public_key[41] = "-", secret_key[41], endpoint[128];
    size_t size = sizeof endpoint;
    void *router = zmq_socket(context, ZMQ_ROUTER);
    if (with_curve) {
        int yes = 1;
        must(zmq_curve_keypair(public_key, secret_key));
        zmq_setsockopt(router, ZMQ_CURVE_SERVER, &yes, sizeof yes);
        zmq_setsockopt(router, ZMQ_CURVE_SECRETKEY, secret_key, 41);
    }
    must(zmq_bind(router, "tcp://127.0.0.1:*"));
    zmq_getsockopt(router, ZMQ_LAST_ENDPOINT, endpoint, &size);
    printf("ready %s %s\n", endpoint, public_key);
    fflush(stdout);
    zmq_msg_t frame;
    zmq_msg_init(&frame);
    for (;;) {
        if (zmq_msg_recv(&frame, router, 0) < 0) return 1;
        int more = zmq_msg_more(&frame);
        if (zmq_msg_send(&frame, router, more ? ZMQ_SNDMORE : 0) < 0) return 1;
    }
}

static void send_request(void *dealer, uint64_t slot, const char *payload) {
    char header[HEADER_BYTES] = {0};
    memcpy(header, &slot, sizeof slot);
    zmq_send(dealer, header, sizeof header, ZMQ_SNDMORE);
    zmq_send(dealer, payload, PAYLOAD_BYTES, 0);
}

static int call(char **argument, int count) {
    size_t in_flight = strtoul(argument[1], NULL, 10);
    double seconds = strtod(argument[2], NULL);
    void *dealer = zmq_socket(context, ZMQ_DEALER);
    if (count > 4 && strcmp(argument[4], "-") != 0) {
        char public_key[41], secret_key[41];
        must(zmq_curve_keypair(public_key, secret_key));
        zmq_setsockopt(dealer, ZMQ_CURVE_SERVERKEY, argument[4], 41);
        zmq_setsockopt(dealer, ZMQ_CURVE_PUBLICKEY, public_key, 41);
        zmq_setsockopt(dealer, ZMQ_CURVE_SECRETKEY, secret_key, 41);
    }
    must(zmq_connect(dealer, argument[0]));
    char payload[PAYLOAD_BYTES] = {1};
    double *started = calloc(in_flight, sizeof *started);
    for (uint64_t slot = 0; slot < in_flight; slot++) {
        started[slot] = now_us();
        send_request(dealer, slot, payload);
    }
    measurement measured = {0};
    double warm = now_us() + WARM_UP_MS * 1e3;
    zmq_msg_t header, body;
    zmq_msg_init(&header);
    zmq_msg_init(&body);
    for (;;) {
        if (zmq_msg_recv(&header, dealer, 0) < 0 || zmq_msg_recv(&body, dealer, 0) != PAYLOAD_BYTES) return 1;
        uint64_t slot;
        memcpy(&slot, zmq_msg_data(&header), sizeof slot);
        double now = now_us();
        if (measured.latencies != NULL) {
            if (now >= measured.ends) break;
            measurement_add(&measured, now - started[slot]);
        } else if (now >= warm) {
            measurement_begin(&measured, (pid_t)atoi(argument[3]), seconds);
            now = now_us();
        }
        started[slot] = now;
        send_request(dealer, slot, payload);
    }
    measurement_print(&measured);
    return 0;
}

int main(int argc, char **argv) {
    context = zmq_ctx_new();
    if (argc >= 2 && strcmp(argv[1], "serve") == 0) return serve(argc > 2);
    if (argc >= 6 && strcmp(argv[1], "call") == 0) {
        int status = call(argv + 2, argc - 2);
        // The context still holds a socket: leave without waiting for it.
        _exit(status);
    }
    return 64;
}
