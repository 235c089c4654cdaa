#!/bin/sh
# Backs proa up while it runs:
#
#     backup.sh [DATA [FOLDER [KEEP]]]     (/var/lib/proa, DATA/backups, 14)
#
# makes FOLDER/TIME with the tables, the key of the cookies, the settings and the editions, and
# deletes all but the newest KEEP. Without a SQLite file in DATA it asks PostgreSQL: PGDATABASE,
# PGHOST, PGUSER and ~/.pgpass say which one, as for all of PostgreSQL's programs. PROA is the
# command, if it is not proa.
set -eu
umask 077
data=${1:-/var/lib/proa}
folder=${2:-$data/backups}
keep=${3:-14}

if [ ! -d "$data" ]; then
    echo "backup.sh: there is no folder $data" >&2
    exit 1
fi
mkdir -p "$folder"
now() { date -u +%Y-%m-%dT%H%M%SZ; }
made="$folder/$(now)"
while [ -e "$made" ]; do sleep 1; made="$folder/$(now)"; done
mkdir "$made.part"
trap 'rm -rf "$made.part"' EXIT
if [ -e "$data/proa.sqlite3" ]; then
    ${PROA:-proa} backup "$made.part/proa.sqlite3" --data "$data"
else
    pg_dump --format=custom --file "$made.part/proa.dump" "${PGDATABASE:-proa}"
fi
for name in cookie.key proa.toml editions; do
    if [ -e "$data/$name" ]; then cp -pR "$data/$name" "$made.part/"; fi
done
mv "$made.part" "$made"

find "$folder" -mindepth 1 -maxdepth 1 -type d -name '????-??-??T??????Z' | sort -r \
    | tail -n "+$((keep + 1))" | while read -r old; do rm -r "$old"; done
echo "$made"
