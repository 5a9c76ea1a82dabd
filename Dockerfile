# One image for every process: web by default, "node build/worker.js", "node build/main.js migrate", and the command line "node build/cli.js".
# Debian's slim image, since the native modules (argon2, sharp) are taken for glibc.
ARG NODE=26-bookworm-slim

FROM node:${NODE} AS build
# What pages and error reports say that they are of.
ARG COMMIT
WORKDIR /srv
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN COMMIT=${COMMIT:?build with --build-arg COMMIT=…} npm run build && node scripts/lean.mjs lean

FROM node:${NODE}
# Two arenas: glibc keeps eight a core by itself, each with memory that it does not give back (docs/performance.md).
ENV NODE_ENV=production DATA_DIR=/data MALLOC_ARENA_MAX=2
# The process owns nothing but its data, which is pictures when no bucket is set, and backups.
RUN install -d -o node -g node /data /backups
WORKDIR /srv
COPY --from=build /srv/lean ./
COPY --from=build /srv/infra/roles.sql /srv/infra/logins.sql /srv/infra/backup.sh /srv/infra/rds-ca.pem ./infra/
USER node
STOPSIGNAL SIGTERM

EXPOSE 3000
# Whether the process answers. Whether it can serve is /readyz, for whoever sends it requests: a database that restarts is no reason to
# restart this.
HEALTHCHECK --interval=15s --timeout=3s --start-period=20s CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.PORT||3000)+'/healthz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "build/main.js", "web"]
