#!/bin/sh
# In the image as `make-keys`; what the compose service `keys` runs. Makes what is missing in /etc/partyline and hands each
# service what it needs and no more, in /keys/SERVICE: the secrets of its own role on the bus, those of a health check, and
# for presence and gateway the key of UserSigs and the certificate. Run it again after each `partyline keys rotate`.
set -eu
umask 077
partyline keys --data /etc/partyline
for service in gateway presence signaling push media; do
    partyline keys export --dir /etc/partyline/bus --role "$service" --out "/keys/$service/bus"
    partyline keys export --dir /etc/partyline/bus --role command --out "/keys/$service/health"
done
cp /etc/partyline/keys.conf /keys/presence/keys.conf
mkdir -p /keys/gateway/tls
cp /etc/partyline/tls/cert.pem /etc/partyline/tls/key.pem /keys/gateway/tls/
