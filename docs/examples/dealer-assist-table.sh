#!/bin/sh
# Starts the table and goes on with its last session; what is given to it (--host, --port, --pit …) goes on to
# `dealer-assist run`. A new session begins where the file `new-session` asks for it:
#   sudo -u dealer-assist touch /var/lib/dealer-assist/new-session && sudo systemctl restart dealer-assist-table
set -eu

home=${STATE_DIRECTORY:-/var/lib/dealer-assist}
program=${DEALER_ASSIST:-/opt/dealer-assist/.venv/bin/dealer-assist}
table=${TABLE:-/etc/dealer-assist/table.toml}

mkdir -p "$home/sessions"
last=$(find "$home/sessions" -mindepth 1 -maxdepth 1 -type d | sort | tail -n 1)
if [ -e "$home/new-session" ]; then
    rm "$home/new-session"
    last=
fi
exec "$program" run "$table" --sessions "${last:-$home/sessions}" --people "$home/people.toml" "$@"
