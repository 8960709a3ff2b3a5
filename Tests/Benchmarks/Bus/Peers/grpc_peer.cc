// gRPC C++: a callback server, a callback client that keeps so many calls in flight, and the blocking stub for the
// lone call.
//   grpc_peer serve                                          prints "ready ADDRESS -"
//   grpc_peer call ADDRESS IN-FLIGHT SECONDS SERVER-PID      one in flight: blocking stub
#include <grpcpp/grpcpp.h>
#include <unistd.h>

#include <condition_variable>
#include <cstring>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "echo.grpc.pb.h"
#include "measure.h"

class EchoService final : public bench::Echo::CallbackService {
    grpc::ServerUnaryReactor *Echo(grpc::CallbackServerContext *context, const bench::EchoMessage *request,
                                   bench::EchoMessage *response) override {
        response->set_payload(request->payload());
        auto *reactor = context->DefaultReactor();
        reactor->Finish(grpc::Status::OK);
        return reactor;
    }
};

static int serve() {
    EchoService service;
    int port = 0;
    grpc::ServerBuilder builder;
    builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
    builder.RegisterService(&service);
    auto server = builder.BuildAndStart();
    printf("ready 127.0.0.1:%d -\n", port);
    fflush(stdout);
    server->Wait();
    return 0;
}

// Keeps the calls going from the completion callbacks.
class Load {
  public:
    Load(bench::Echo::Stub *stub, pid_t server, double seconds)
        : stub_(stub), server_(server), seconds_(seconds), warm_(now_us() + WARM_UP_MS * 1e3) {
        request_.set_payload(std::string(PAYLOAD_BYTES, 'x'));
    }

    void run(size_t in_flight) {
        running_ = in_flight;
        calls_.resize(in_flight);
        for (auto &call : calls_) start(call);
        std::unique_lock<std::mutex> lock(mutex_);
        idle_.wait(lock, [this] { return running_ == 0; });
        measurement_print(&measured_);
    }

  private:
    struct Call {
        std::unique_ptr<grpc::ClientContext> context;
        bench::EchoMessage response;
        double started = 0;
    };

    void start(Call &call) {
        call.context = std::make_unique<grpc::ClientContext>();
        call.context->set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(5));
        call.started = now_us();
        stub_->async()->Echo(call.context.get(), &request_, &call.response, [this, &call](grpc::Status status) {
            if (!status.ok()) { fprintf(stderr, "%s\n", status.error_message().c_str()); _exit(1); }
            if (ended(call)) start(call);
        });
    }

    bool ended(Call &call) {
        std::lock_guard<std::mutex> lock(mutex_);
        double now = now_us();
        if (measured_.latencies != nullptr) {
            if (now >= measured_.ends) {
                if (--running_ == 0) idle_.notify_one();
                return false;
            }
            measurement_add(&measured_, now - call.started);
        } else if (now >= warm_) {
            measurement_begin(&measured_, server_, seconds_);
        }
        return true;
    }

    bench::Echo::Stub *stub_;
    pid_t server_;
    double seconds_, warm_;
    bench::EchoMessage request_;
    std::vector<Call> calls_;
    std::mutex mutex_;
    std::condition_variable idle_;
    size_t running_ = 0;
    measurement measured_{};
};

static int lone(bench::Echo::Stub *stub, pid_t server, double seconds) {
    measurement measured{};
    double warm = now_us() + WARM_UP_MS * 1e3;
    bench::EchoMessage request, response;
    request.set_payload(std::string(PAYLOAD_BYTES, 'x'));
    for (;;) {
        grpc::ClientContext context;
        context.set_deadline(std::chrono::system_clock::now() + std::chrono::seconds(5));
        double started = now_us();
        if (!stub->Echo(&context, request, &response).ok()) return 1;
        double now = now_us();
        if (measured.latencies != nullptr) {
            if (now >= measured.ends) break;
            measurement_add(&measured, now - started);
        } else if (now >= warm) {
            measurement_begin(&measured, server, seconds);
        }
    }
    measurement_print(&measured);
    return 0;
}

int main(int argc, char **argv) {
    if (argc >= 2 && strcmp(argv[1], "serve") == 0) return serve();
    if (argc < 6) return 64;
    auto channel = grpc::CreateChannel(argv[2], grpc::InsecureChannelCredentials());
    auto stub = bench::Echo::NewStub(channel);
    size_t in_flight = strtoul(argv[3], nullptr, 10);
    double seconds = strtod(argv[4], nullptr);
    pid_t server = static_cast<pid_t>(atoi(argv[5]));
    if (in_flight == 1) _exit(lone(stub.get(), server, seconds));
    Load(stub.get(), server, seconds).run(in_flight);
    _exit(0);
}
