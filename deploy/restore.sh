#!/bin/sh
# Puts a backup back, while no server runs:
#
#     restore.sh BACKUP [DATA]     (/var/lib/proa)
#
# BACKUP is a folder that backup.sh has made. DATA may hold nothing of it yet. What came from
# PostgreSQL goes into PGDATABASE, an empty database made by postgresql/10-roles.sql, as
# PGUSER=proa_owner.
set -eu
umask 077
backup=$1
data=${2:-/var/lib/proa}

if [ ! -d "$backup" ]; then
    echo "restore.sh: there is no folder $backup" >&2
    exit 1
fi
for file in "$backup"/*; do
    there="$data/$(basename "$file")"
    if [ -e "$data/proa.sqlite3" ] || [ -e "$there" ]; then
        echo "restore.sh: $data is in use: move what is there away first" >&2
        exit 1
    fi
done
if [ -e "$backup/proa.dump" ]; then
    pg_restore --exit-on-error --single-transaction --no-owner --no-privileges \
        --dbname "${PGDATABASE:-proa}" "$backup/proa.dump"
fi
mkdir -p "$data"
for file in "$backup"/*; do
    case $file in
    *.dump) ;;
    *) cp -pR "$file" "$data/" ;;
    esac
done
