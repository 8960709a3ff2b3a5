# One image for all of Partyline's programs: `docker run partyline signaling` runs that service.
# Build it with scripts/containers/images.sh or `docker compose build`; docs/containers.md has the rest.

FROM swift:6.3-bookworm AS build
RUN apt-get update && apt-get install -y --no-install-recommends \
        libopus-dev libpq-dev libprotobuf-c-dev libspeexdsp-dev libsqlite3-dev libsrtp2-dev libssl-dev libwebsockets-dev \
        libzmq3-dev pkg-config zlib1g-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY Package.swift ./
COPY Shared ./Shared
COPY Services ./Services
# Only these targets and what they stand on: the tests are not part of the context.
ARG PROGRAMS="gateway presence signaling push media partyline zmqinspect"
RUN PARTYLINE_ONLY="$(echo $PROGRAMS | tr ' ' ',')" \
        swift build -c release --static-swift-stdlib -Xlinker -s \
    && mkdir /programs && cd "$(PARTYLINE_ONLY="$(echo $PROGRAMS | tr ' ' ',')" swift build -c release --show-bin-path)" \
    && cp $PROGRAMS /programs/

FROM debian:bookworm-slim AS runtime
# The C libraries the programs load, and tini: PID 1 has to reap children and pass signals on.
RUN apt-get update && apt-get install -y --no-install-recommends \
        libopus0 libpq5 libprotobuf-c1 libspeexdsp1 libsqlite3-0 libsrtp2-1 libssl3 libwebsockets17 libzmq5 tini zlib1g \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --system --uid 10001 --user-group --home-dir /var/lib/partyline --shell /usr/sbin/nologin partyline \
    && install -d -o partyline -g partyline -m 0700 /var/lib/partyline /etc/partyline \
        /keys/gateway /keys/presence /keys/signaling /keys/push /keys/media
COPY --from=build /programs/ /usr/local/bin/
COPY scripts/containers/make-keys.sh /usr/local/bin/make-keys
ARG VERSION=0.1.0
ARG REVISION=unknown
# The label must not lie, and every program must find its libraries.
RUN test "$(partyline --version)" = "partyline $VERSION" \
    && for program in /usr/local/bin/[!m]* /usr/local/bin/media; do "$program" --version || exit 1; done
LABEL org.opencontainers.image.title="Partyline" \
      org.opencontainers.image.description="A calling backend that a team runs itself" \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.version="$VERSION" \
      org.opencontainers.image.revision="$REVISION"
USER partyline
WORKDIR /var/lib/partyline
# Whichever service runs here answers on its usual bus port.
HEALTHCHECK --interval=5s --timeout=3s --start-period=20s --retries=3 \
    CMD ["partyline", "health", "--quiet", "--bus-keys", "/etc/partyline/health"]
ENTRYPOINT ["tini", "--"]
CMD ["partyline", "help"]
