import { Redis } from 'ioredis'
import { RateLimiterPostgres, RateLimiterRedis, type RateLimiterStoreAbstract } from 'rate-limiter-flexible'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import type { Log } from '#server/engine/kernel/log.ts'

export type LimiterOptions = { keyPrefix: string; points: number; duration: number }

export type LimitStore = {
  limiter(options: LimiterOptions): RateLimiterStoreAbstract
  /** Adds to counters that expire after `seconds`; returns the totals in the same order. */
  add(counts: readonly { key: string; add: number }[], seconds: number): Promise<number[]>
  sweep(): Promise<void>
  close(): Promise<void>
}

type StoreParts = { pool: Pool; redisUrl: string | undefined; realNow: () => number; log: Log }

/**
 * Uses Redis if configured, else PostgreSQL with a separate pool, so that no request waits for it. While Redis does not
 * answer, PostgreSQL counts: from zero, so that a limit is at most doubled once.
 */
export function createLimitStore({ pool, redisUrl, realNow, log }: StoreParts): LimitStore {
  const postgres = onPostgres(pool, realNow)
  return redisUrl ? onRedis(redisUrl, postgres, log) : postgres
}

function onPostgres(pool: Pool, realNow: () => number): LimitStore {
  const query = async (statement: { text: string; values: unknown[]; name?: string }) => {
    const client = await pool.connect()
    try {
      return await client.query(statement)
    } finally {
      client.release()
    }
  }
  const TABLE = { schemaName: 'platform', tableName: 'rate_limits', tableCreated: true, clearExpiredByTimeout: false }
  return {
    limiter: (options) =>
      new RateLimiterPostgres({ ...options, ...TABLE, storeClient: { query }, storeType: 'client' }),
    add: async (counts, seconds) => {
      const { rows } = await query({
        text: `insert into platform.rate_limits as r (key, points, expire)
          select key, add, $3 from unnest($1::text[], $2::int[]) c (key, add) order by key
          on conflict (key) do update set points = r.points + excluded.points returning key, points`,
        values: [counts.map(({ key }) => key), counts.map(({ add }) => add), realNow() + seconds * 1_000],
      })
      const totals = new Map(rows.map((row: { key: string; points: number }) => [row.key, row.points]))
      return counts.map(({ key }) => totals.get(key) ?? 0)
    },
    sweep: async () => {
      await query({ text: 'delete from platform.rate_limits where expire < $1', values: [realNow()] })
    },
    close: async () => {},
  }
}

/** A Redis that is frozen, not gone, holds up a request for this long. */
const ANSWER_MS = 1_000

function onRedis(url: string, meanwhile: LimitStore, log: Log): LimitStore {
  const redis = new Redis(url, {
    ...{ maxRetriesPerRequest: 1, enableOfflineQueue: false, commandTimeout: ANSWER_MS, keyPrefix: 'watchbill:' },
  })
  redis.on('error', (error: Error) => log.warn({ err: error.message }, 'Redis is away; PostgreSQL counts meanwhile'))
  return {
    limiter: (options) =>
      new RateLimiterRedis({
        ...{ ...options, storeClient: redis, rejectIfRedisNotReady: true },
        insuranceLimiter: meanwhile.limiter(options),
      }),
    add: async (counts, seconds) => {
      if (redis.status !== 'ready') return meanwhile.add(counts, seconds)
      const batch = redis.pipeline()
      for (const { key, add } of counts) batch.incrby(key, add).expire(key, seconds)
      const answers = (await batch.exec()) ?? []
      return counts.map((_, i) => Number(answers[i * 2]?.[1] ?? 0))
    },
    sweep: meanwhile.sweep,
    close: async () => redis.disconnect(),
  }
}
