/**
 * `npm run dev`: database, migrations, demo, web and worker in one process, from sources. Vite reloads browser and
 * server modules without a build. Edits of this file, bin/dev/, SQL or the configuration need a restart.
 */
import { createServer } from 'node:http'
import { createLogger, createServer as createVite } from 'vite'
import { listenOn } from '#app/web/listen.ts'
import { createClock } from '#server/engine/kernel/clock.ts'
import { ConfigError, readConfig } from '#server/engine/kernel/config.ts'
import { createLog } from '#server/engine/kernel/log.ts'
import { explainStartFailure } from '#server/engine/kernel/start-failure.ts'
import { migrate } from '#server/platform/migrate.ts'
import { openDatabase } from '#server/platform/start-database.ts'
import { allowViteClient } from './dev/policy.ts'
import { createReloadingProduct } from './dev/reload.ts'
import { printAddresses } from './greet.ts'
import { onStop } from './on-stop.ts'
import { seedDemoSites } from './seed-demo.ts'

async function run() {
  const config = readConfig()
  if (config.production) throw new ConfigError(['NODE_ENV: npm run dev is not for production'])
  const log = createLog({ level: config.LOG_LEVEL })
  const database = await openDatabase(config, log, () => process.exit(1))
  await migrate(database.urls.migrate, { deployment: config.DEPLOYMENT })
  await seedDemoSites(database.urls.platform, { clock: createClock(), log })
  const server = createServer()
  const vite = await createVite({
    appType: 'custom',
    customLogger: quietLogger(),
    server: { middlewareMode: true, hmr: { server }, allowedHosts: [`.${config.BASE_DOMAIN}`] },
  })
  const product = createReloadingProduct({ vite, config, log, urls: database.urls })
  await product.ready()
  server.on('request', (req, res) => {
    allowViteClient(res)
    vite.middlewares(req, res, () => void product.listener(req, res))
  })
  const { port } = await listenOn(server, config.PORT, config.hosts)
  printAddresses(config, port)
  const stop = async () => {
    server.closeAllConnections()
    await vite.close()
    await product.stop()
    await database.stop()
  }
  onStop(stop, { log, limitMs: 10_000 })
}

/** Drops the warning that Vite cannot analyse how Remix imports routes. */
function quietLogger() {
  const logger = createLogger()
  const warn = logger.warn
  logger.warn = (text, options) => {
    if (!text.includes('deps/@remix-run_react.js')) warn(text, options)
  }
  return logger
}

run().catch((error: unknown) => {
  for (const line of explainStartFailure(error) ?? [error]) console.error(line)
  process.exit(1)
})
