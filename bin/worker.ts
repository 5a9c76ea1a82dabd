import path from 'node:path'
import { createClock } from '#server/engine/kernel/clock.ts'
import { readConfig, requireMailProvider } from '#server/engine/kernel/config.ts'
import { exitOnUncaughtError } from '#server/engine/kernel/crash.ts'
import { createErrorReports } from '#server/engine/kernel/error-report.ts'
import { limitHeapGrowth } from '#server/engine/kernel/heap.ts'
import { createLog } from '#server/engine/kernel/log.ts'
import { createRegistry, serveMetrics } from '#server/engine/kernel/metrics-server.ts'
import { thrownText } from '#server/engine/kernel/source-stack.ts'
import { explainStartFailure } from '#server/engine/kernel/start-failure.ts'
import { requireDataDir } from '#server/engine/kernel/storage/storage.ts'
import { createParsers } from '#server/engine/parsing/parsers.ts'
import { openDatabase } from '#server/platform/start-database.ts'
import { composeWorker } from './compose-worker.ts'
import { onStop } from './on-stop.ts'

/**
 * Runs a worker as a separate process. It ends within 30 seconds of SIGTERM; another worker settles unfinished work.
 */
async function run() {
  const config = readConfig()
  limitHeapGrowth(config.HEAP_GROWTH_PERCENT)
  requireMailProvider(config)
  requireDataDir(config)
  const reports = createErrorReports(config)
  const log = createLog({ level: config.LOG_LEVEL, name: 'watchbill-worker', reports })
  exitOnUncaughtError(log, reports)
  const database = await openDatabase(config, log)
  const registry = createRegistry()
  const parsers = createParsers({
    file: path.resolve('build', 'parsing-thread.js'),
    threads: config.PARSING_THREADS,
    log,
  })
  const worker = await composeWorker({ config, log, clock: createClock(), urls: database.urls, parsers, registry })
  const { METRICS_PORT: port, METRICS_HOST: host, METRICS_TOKEN: token } = config
  const metrics = await serveMetrics(registry, { port, host, token, readiness: worker.readiness }, log)
  log.info('worker is running')
  const stop = async () => {
    await parsers.stop()
    await worker.stop()
    await metrics.stop()
    await database.stop()
  }
  onStop(stop, { log, limitMs: 29_000 })
}

run().catch((error: unknown) => {
  const lines = explainStartFailure(error) ?? [thrownText(error)]
  process.stderr.write(`${lines.join('\n')}\n`)
  process.exit(1)
})
