# shellcheck shell=bash
# shellcheck disable=SC2154,SC2034  # work, failed and load belong to compose-test.sh, which sources this
# Who comes to the stack under test from outside: phones on this machine, and an inspector on the compose network.

servers=$(printf 'wss://127.0.0.1:%d,' {8443..8447})
servers=${servers%,}

# The program of the image and the keys of the volume, for phones on this machine.
fetch_program() {
    local keys
    docker cp "$(containers gateway)":/usr/local/bin/partyline "$work/partyline" >/dev/null
    keys=$(docker ps -aqf label=com.docker.compose.project=partyline-test -f label=com.docker.compose.service=keys)
    docker cp "$keys":/etc/partyline "$work/keys" >/dev/null
}

listen_to_a_call() {
    "$work/partyline" demo --server "$servers" --keys "$work/keys" --output "$work/demo" || failed=1
    say 'a call of three, listened to'
}

begin_load() {
    "$work/partyline" load --server "$servers" --keys "$work/keys" --rate "${RATE:-2}" --long "${LONG:-3}" --for 10m \
        >"$work/load.log" 2>&1 &
    load=$!
    for _ in {1..300}; do ! grep -q 'logged in' "$work/load.log" || break; sleep 0.1; done
    say "the load's second 0"
}

end_load() {
    kill -TERM "$load"
    wait "$load" || failed=1
    load=
    cat "$work/load.log"
}

# A verb of zmqinspect where docs/containers.md says to run it, under the load. It must end well and show every WORD.
zmqinspect() { # "WORD..." VERB ARGUMENT...
    local words=$1 word verdict=ok output=$work/zmqinspect-$2.txt
    shift
    compose run --rm -T keys zmqinspect "$@" --keys /etc/partyline/bus \
        --target=tcp://{gateway:7101,presence:7102,signaling:7103,push:7104,media:7105} >"$output" 2>&1 ||
        verdict="ended with $?"
    for word in $words; do grep -q -- "$word" "$output" || verdict+=", without $word"; done
    say "zmqinspect $1: $verdict"
    [[ $verdict == ok ]] || { cat "$output"; failed=1; }
}

look_inside() {
    local user
    zmqinspect 'media gateway signaling ready yes' topology
    zmqinspect 'Signaling/Call Media/JoinRoom p99' stats --for 4s
    zmqinspect 'user_id' grep 'method == "partyline.v1.Signaling/Call"' --count 1 --for 10s --json
    user=$(sed -n 's/.*"user_id" *: *"\([^"]*\)".*/\1/p' "$work/zmqinspect-grep.txt" | head -n 1)
    zmqinspect "$user Call Hangup" follow "$user" --for 8s
    zmqinspect 'process cause' drops
}
