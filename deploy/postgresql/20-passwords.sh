#!/bin/sh
# Gives both roles the passwords of the secrets; the container of PostgreSQL runs it once, after
# 10-roles.sql. (Nothing of it stands on a command line.)
set -eu
psql --no-psqlrc --set ON_ERROR_STOP=1 --quiet --dbname proa <<'SQL'
\set owner `cat "${SECRETS:-/run/secrets}/owner_password"`
\set server `cat "${SECRETS:-/run/secrets}/server_password"`
ALTER ROLE proa_owner PASSWORD :'owner';
ALTER ROLE proa PASSWORD :'server';
SQL
