#!/bin/sh
# Backs proa up while it runs:
#
#     backup.sh [DATA [FOLDER [KEEP]]]     (/var/lib/proa, DATA/backups, 14)
#
# makes FOLDER/TIME by `proa admin backup`, from the database that the settings name, and deletes
# all but the newest KEEP. PGDATABASE names another database, with PGHOST, PGUSER and ~/.pgpass as
# for all of PostgreSQL's programs. PROA is the command, if it is not proa.
set -eu
data=${1:-/var/lib/proa}
if [ ! -d "$data" ]; then
    echo "backup.sh: there is no folder $data" >&2
    exit 1
fi
exec ${PROA:-proa} admin backup "${2:-$data/backups}" --data "$data" --keep "${3:-14}" \
    ${PGDATABASE:+--database "postgresql:///$PGDATABASE"}
