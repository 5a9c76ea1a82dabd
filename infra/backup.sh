#!/bin/sh
# Writes a backup to a new folder of BACKUP_DIR while the product runs: the database, and the files in media.tar unless they are in a bucket.
# Then removes backups that are older than BACKUP_DAYS (14). How to restore one: docs/one-machine.md.
set -eu
umask 077
to="$BACKUP_DIR/$(date -u +%Y-%m-%dT%H%M%SZ)"
node build/cli.js backup --to "$to.unfinished" "$@"
if [ -z "${S3_BUCKET:-}" ] && [ -d "$DATA_DIR/media" ]; then
  # 1: a file was removed while it was read.
  tar -C "$DATA_DIR" -cf "$to.unfinished/media.tar" media || [ $? = 1 ]
fi
mv "$to.unfinished" "$to"
find "$BACKUP_DIR" -mindepth 1 -maxdepth 1 -name '????-??-??T*Z*' -mtime "+$((${BACKUP_DAYS:-14} - 1))" -exec rm -r {} +
