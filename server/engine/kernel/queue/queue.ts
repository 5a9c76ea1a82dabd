import {
  createPostgresBackend,
  type JobsOptions,
  Queue as RedisQueue,
  Worker as RedisWorker,
  withBackend,
} from 'bullmq'
import { Redis } from 'ioredis'
import { ConfigError } from '#server/engine/kernel/config.ts'
import { isPooled } from '#server/engine/kernel/db/pooler.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import { queueConnection } from './postgres.ts'

/** Ids and possibly the site: a job is a wake-up, the facts are in the database. */
export type JobData = Readonly<Record<string, number | string>>

export type Handlers = Readonly<Record<string, (data: JobData) => Promise<unknown>>>

export type Schedule = { every: number } | { pattern: string }

export type QueueWorker = { stop(): Promise<void> }

export type Queue = {
  /** Best effort: drops a job that cannot be added within two seconds; a later tick does its work. */
  add(job: string, data: JobData): Promise<void>
  /** Runs jobs until stopped. Logs an error for a job without a handler. */
  worker(handlers: Handlers): QueueWorker
  /** Repeats a job, every so many milliseconds or by a cron pattern in UTC. Idempotent. */
  schedule(id: string, job: string, when: Schedule): Promise<void>
  /** @throws when its server does not respond. */
  ping(): Promise<void>
  close(): Promise<void>
}

const NAME = 'watchbill'
const JOB: JobsOptions = { removeOnComplete: { count: 100 }, removeOnFail: { count: 100 }, attempts: 1 }
const TIMEOUT_MS = 2_000
const CONCURRENCY = 4

/**
 * Uses Redis if configured, else PostgreSQL in a separate schema.
 * @throws ConfigError when Redis is in cluster mode, which spreads the keys of a queue, and when PostgreSQL is behind a
 * pooler, through which it notifies no one.
 */
export async function createQueue(options: {
  redisUrl: string | undefined
  databaseUrl: string
  log: Log
}): Promise<Queue> {
  const { log } = options
  if (!options.redisUrl && isPooled(options.databaseUrl))
    throw new ConfigError(['REDIS_URL: required behind a pooler (pgbouncer=true)'])
  const { queue, startWorker, isConnected, disconnect } = options.redisUrl
    ? await onRedis(options.redisUrl, log)
    : onPostgres(options.databaseUrl)
  const logTrouble = (error: Error) => log.warn({ err: error.message }, 'queue trouble')
  queue.on('error', logTrouble)
  const workers = new Set<{ close(): Promise<void> }>()
  // Commands would fill the memory while Redis is away, and all run once it is back.
  const ask = async (command: () => Promise<unknown>, ms = TIMEOUT_MS) => {
    if (!isConnected()) throw new Error('Redis is away.')
    await withTimeout(command(), ms)
  }
  return {
    add: (job, data) => ask(() => queue.add(job, data, JOB)),
    schedule: (id, job, when) =>
      ask(() => queue.upsertJobScheduler(id, when, { name: job, data: {}, opts: JOB }), TIMEOUT_MS * 5),
    worker: (handlers) => {
      const worker = startWorker(async (name, data) => {
        const handler = handlers[name]
        if (!handler) throw new Error(`No handler for the job "${name}".`)
        await handler(data)
      })
      worker.on('error', logTrouble)
      worker.on('failed', (job, error) => log.error({ job: job?.name, err: error.message }, 'a job failed'))
      workers.add(worker)
      return {
        stop: async () => {
          workers.delete(worker)
          await worker.close()
        },
      }
    },
    ping: () => ask(() => queue.getJobCounts('wait')),
    close: async () => {
      await Promise.all([...workers].map((worker) => worker.close()))
      await withTimeout(queue.close(), TIMEOUT_MS).catch(logTrouble)
      await disconnect()
    },
  }
}

type Run = (name: string, data: JobData) => Promise<void>

async function onRedis(url: string, log: Log) {
  const connection = new Redis(url, { maxRetriesPerRequest: null })
  connection.on('error', (error) => log.warn({ err: error.message }, 'redis connection lost'))
  const cluster = await withTimeout(connection.info('cluster'), TIMEOUT_MS).catch(() => '')
  if (cluster.includes('cluster_enabled:1')) {
    connection.disconnect()
    throw new ConfigError(['REDIS_URL: cluster mode must be off'])
  }
  return {
    queue: new RedisQueue(NAME, { connection }),
    startWorker: (run: Run) =>
      new RedisWorker(NAME, (job) => run(job.name, job.data), { connection, concurrency: CONCURRENCY }),
    isConnected: () => connection.status === 'ready',
    disconnect: async () => connection.disconnect(),
  }
}

function onPostgres(databaseUrl: string) {
  const { Queue: PostgresQueue, Worker: PostgresWorker } = withBackend(createPostgresBackend)
  const connection = queueConnection(databaseUrl)
  return {
    queue: new PostgresQueue(NAME, { connection }),
    startWorker: (run: Run) =>
      new PostgresWorker(NAME, (job) => run(job.name, job.data), { connection, concurrency: CONCURRENCY }),
    isConnected: () => true,
    disconnect: async () => {},
  }
}

async function withTimeout<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The queue did not answer in time.')), ms)
  })
  promise.catch(() => {})
  try {
    return await Promise.race([promise, late])
  } finally {
    clearTimeout(timer)
  }
}
