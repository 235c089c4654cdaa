#!/bin/sh
# Puts a backup in place while no server runs:
#
#     restore.sh BACKUP [DATA] [--move-aside] [--drill]     (/var/lib/proa)
#
# by `proa admin restore`, into the database that the settings name. PGDATABASE names another
# database, an empty one, with PGHOST, PGUSER and ~/.pgpass as for all of PostgreSQL's programs.
# PROA is the command, if it is not proa.
set -eu
backup=$1
shift
case ${1:-} in
'' | -*) data=/var/lib/proa ;;
*)
    data=$1
    shift
    ;;
esac
exec ${PROA:-proa} admin restore "$backup" --data "$data" "$@" \
    ${PGDATABASE:+--database "postgresql:///$PGDATABASE"}
