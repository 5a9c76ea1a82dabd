# One image, three targets: web (the default), worker, migrate. They differ in their command only.
FROM node:20-bookworm-slim AS build
WORKDIR /srv
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:20-bookworm-slim AS base
ENV NODE_ENV=production
WORKDIR /srv
COPY --from=build --chown=node:node /srv/package.json ./
COPY --from=build --chown=node:node /srv/node_modules ./node_modules
COPY --from=build --chown=node:node /srv/build ./build
COPY --from=build --chown=node:node /srv/infra/roles.sql ./infra/roles.sql
USER node
STOPSIGNAL SIGTERM

FROM base AS migrate
CMD ["node", "build/main.js", "migrate"]

FROM base AS worker
CMD ["node", "--enable-source-maps", "build/worker.js"]

FROM base AS web
EXPOSE 3000
HEALTHCHECK --interval=15s --timeout=3s CMD ["node", "-e", "fetch('http://127.0.0.1:'+(process.env.PORT||3000)+'/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
CMD ["node", "--enable-source-maps", "build/main.js", "web"]
