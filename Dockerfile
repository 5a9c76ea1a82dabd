# One image, three targets: web (the default), worker, migrate. They differ in their command only. The command line is there too:
# docker run … node build/cli.js --help. Debian's slim image, since the native modules (argon2, sharp) are taken for glibc.
ARG NODE=22-bookworm-slim

FROM node:${NODE} AS build
ARG COMMIT=
WORKDIR /srv
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN COMMIT=$COMMIT npm run build && npm prune --omit=dev

FROM node:${NODE} AS base
# Two arenas: glibc keeps eight a core by itself, each with memory that it does not give back (docs/performance.md).
ENV NODE_ENV=production DATA_DIR=/data MALLOC_ARENA_MAX=2
# The process owns nothing but its data, which is pictures when no bucket is set.
RUN install -d -o node -g node /data
WORKDIR /srv
COPY --from=build /srv/package.json ./
COPY --from=build /srv/node_modules ./node_modules
COPY --from=build /srv/build ./build
COPY --from=build /srv/infra/roles.sql /srv/infra/logins.sql ./infra/
USER node
STOPSIGNAL SIGTERM

FROM base AS migrate
CMD ["node", "build/main.js", "migrate"]

FROM base AS worker
CMD ["node", "build/worker.js"]

FROM base AS web
EXPOSE 3000
# Whether the process answers. Whether it can serve is /readyz, for whoever sends it requests: a database that restarts is no reason to
# restart this.
HEALTHCHECK --interval=15s --timeout=3s --start-period=20s CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.PORT||3000)+'/healthz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "--max-semi-space-size=4", "build/main.js", "web"]
