#!/bin/sh
# Runs once, when the database's volume is new: the login's password, and the schema's owner.
set -eu
psql -v ON_ERROR_STOP=1 -U postgres -d watchbill -v password="$POSTGRES_PASSWORD" <<'SQL'
alter role watchbill password :'password';
alter database watchbill owner to watchbill_migrator;
SQL
