import { execFileSync, spawn } from 'node:child_process'
import { Redis } from 'ioredis'
import { freePort } from '../product.ts'

export type RedisServer = { url: string; keys(): Promise<number>; flush(): Promise<void>; stop(): Promise<void> }

/** Whether this machine has a redis-server; without one its tests are skipped with a notice. */
export function hasRedis(): boolean {
  try {
    execFileSync('redis-server', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    console.warn('No redis-server on the PATH: the queue on Redis is not tested here.')
    return false
  }
}

export async function startRedis(
  more: readonly string[] = [],
  at: number | null = null,
): Promise<RedisServer & { port: number }> {
  const port = at ?? (await freePort())
  const args = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--maxmemory-policy',
    'noeviction',
    ...more,
  ]
  const child = spawn('redis-server', args, { stdio: 'ignore' })
  const url = `redis://127.0.0.1:${port}`
  const client = new Redis(url, { retryStrategy: () => 50, maxRetriesPerRequest: 200 })
  client.on('error', () => {})
  await client.ping()
  return {
    url,
    port,
    keys: () => client.dbsize(),
    flush: async () => void (await client.flushall()),
    stop: async () => {
      client.disconnect()
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await gone
    },
  }
}
