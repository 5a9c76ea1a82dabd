import { existsSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { createClock } from '#server/engine/kernel/clock.ts'
import { type Config, readConfig, requireMailProvider } from '#server/engine/kernel/config.ts'
import { exitOnUncaughtError } from '#server/engine/kernel/crash.ts'
import { createErrorReports } from '#server/engine/kernel/error-report.ts'
import { limitHeapGrowth } from '#server/engine/kernel/heap.ts'
import { createLog, type Log } from '#server/engine/kernel/log.ts'
import { createRegistry, serveMetrics } from '#server/engine/kernel/metrics-server.ts'
import { thrownText } from '#server/engine/kernel/source-stack.ts'
import { explainStartFailure } from '#server/engine/kernel/start-failure.ts'
import { requireDataDir } from '#server/engine/kernel/storage/storage.ts'
import { createParsers } from '#server/engine/parsing/parsers.ts'
import { migrate } from '#server/platform/migrate.ts'
import { type OpenedDatabase, openDatabase } from '#server/platform/start-database.ts'
import { composeWeb } from './compose-web.ts'
import { composeWorker } from './compose-worker.ts'
import { printAddresses } from './greet.ts'
import { onStop } from './on-stop.ts'
import { createPagesServer } from './pages-server.ts'
import { seedDemoSites } from './seed-demo.ts'

const BUILD = path.resolve('build')

/**
 * `start` runs everything in one process, for development and small clubs. Production runs `web`, `migrate` and
 * build/worker.js separately.
 */
async function run(command: string) {
  const config = readConfig()
  limitHeapGrowth(config.HEAP_GROWTH_PERCENT)
  if (command === 'start') requireMailProvider(config)
  if (command !== 'migrate') requireDataDir(config)
  const reports = createErrorReports(config)
  const log = createLog({ level: config.LOG_LEVEL, reports })
  exitOnUncaughtError(log, reports)
  // The log has the reason; the supervisor of this process restarts it.
  const giveUp = () => void reports.settled().then(() => process.exit(1))
  const database = await openDatabase(config, log, command === 'start' ? giveUp : undefined)
  const stops: Stop[] = []
  try {
    await startProcess(command, { config, log, database, stops })
  } catch (error) {
    for (const stop of stops.reverse()) await stop()
    // A database that was already running belongs to another process.
    if (database.embedded?.owned) await database.stop()
    throw error
  }
}

type Stop = () => Promise<void>

/** `stops` collects what to stop when the start fails. */
type Parts = { config: Config; log: Log; database: OpenedDatabase; stops: Stop[] }

async function startProcess(command: string, { config, log, database, stops }: Parts) {
  const clock = createClock()
  if (command === 'migrate' || command === 'start') {
    const ran = await migrate(database.urls.migrate, { deployment: config.DEPLOYMENT })
    if (ran.length) log.info({ migrations: ran.length, last: ran.at(-1) }, 'migrations applied')
  }
  if (command === 'migrate') return database.stop()
  if (command === 'start' && !config.production) await seedDemoSites(database.urls.platform, { clock, log })
  const registry = createRegistry()
  const file = path.join(BUILD, 'parsing-thread.js')
  const parsers = createParsers({ file, threads: config.PARSING_THREADS, log })
  stops.push(parsers.stop)
  const web = await composeWeb({ config, log, clock, urls: database.urls, parsers, registry })
  stops.push(web.stop)
  const worker =
    command === 'start' ? await composeWorker({ config, log, clock, urls: database.urls, parsers, registry }) : null
  if (worker) stops.push(worker.stop)
  const serverBuild = await import(pathToFileURL(path.join(BUILD, 'server', 'index.js')).href)
  const server = createPagesServer({
    context: web.context,
    build: serverBuild,
    clientFolder: path.join(BUILD, 'client'),
  })
  const metrics = await serveMetrics(
    registry,
    {
      port: config.METRICS_PORT,
      host: config.METRICS_HOST,
      token: config.METRICS_TOKEN,
      readiness: async () => (server.stopping() ? { server: 'stopping' } : web.context.readiness()),
    },
    log,
  )
  stops.push(metrics.stop)
  const port = await server.listen(config.PORT, ...config.hosts)
  log.info({ port }, 'web is listening')
  if (command === 'start') printAddresses(config, port)
  // Only `web` runs beside others that a load balancer can choose.
  const announceMs = command === 'web' ? config.STOP_DELAY * 1_000 : 0
  const stop = async () => {
    await server.stop(announceMs)
    await parsers.stop()
    await worker?.stop()
    await web.stop()
    await metrics.stop()
    await database.stop()
  }
  onStop(stop, { log, limitMs: announceMs + 28_000 })
}

const command = process.argv.slice(2).find((word) => !word.startsWith('-')) ?? 'start'
if (!['start', 'web', 'migrate'].includes(command)) {
  console.error(`Unknown command "${command}". Use start, web or migrate.`)
  process.exit(2)
}
if (command !== 'migrate' && !existsSync(path.join(BUILD, 'server', 'index.js'))) {
  console.error('The application is not built. Run "npm run build" first.')
  process.exit(2)
}
run(command).catch((error: unknown) => {
  for (const line of explainStartFailure(error) ?? [thrownText(error)]) console.error(line)
  process.exit(1)
})
