#!/bin/sh
# Makes the passwords of the database, once, as files in secrets/ beside compose.yaml. The folder is
# yours alone; the files themselves can be read by the containers that are given them.
set -eu
cd "$(dirname "$0")"
mkdir -p -m 0700 secrets
chmod 0700 secrets
for name in superuser owner server; do
    file="secrets/${name}_password"
    if [ ! -s "$file" ]; then
        head -c 32 /dev/urandom | od -An -v -tx1 | tr -d ' \n' >"$file"
        chmod 0444 "$file"
    fi
done
