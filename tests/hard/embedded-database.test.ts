import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readConfig } from '#server/engine/kernel/config.ts'
import { createLog } from '#server/engine/kernel/log.ts'
import { type EmbeddedPostgres, startEmbedded } from '#server/platform/embedded.ts'
import { openDatabase } from '#server/platform/start-database.ts'

/** One cluster for all tests: initialising it takes longer than the tests. */
let folder: string
let server: EmbeddedPostgres
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'watchbill-supervised-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const lines: string[] = []
const givenUp: number[] = []
afterEach(async () => {
  await server.stop()
})

async function start(pauses?: readonly number[]) {
  lines.length = 0
  givenUp.length = 0
  const say = (level: string) => (_facts: object, words: string) => void lines.push(`${level} ${words}`)
  const log = { info: say('info'), warn: say('warn'), error: say('error'), fatal: say('fatal') }
  server = await startEmbedded({
    dir: path.join(folder, 'postgres'),
    supervision: { log: log as never, onGivingUp: () => void givenUp.push(1), ...(pauses && { pauses }) },
  })
}

/** As root the cluster is not below the requested folder. */
async function dataDirectory() {
  const { rows } = await ask('show data_directory')
  return rows[0].data_directory as string
}
const postmaster = (dir: string) => Number(readFileSync(path.join(dir, 'postmaster.pid'), 'utf8').split('\n')[0])

async function ask(text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: server.superuserUrl(), connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return await client.query(text, values)
  } finally {
    await client.end().catch(() => {})
  }
}

const KILLS = process.env.PROOF ? 3 : 1

test('a killed server runs again at the same address, and no confirmed write is lost', async () => {
  await start()
  const dir = await dataDirectory()
  await ask('create table kept (n int)')
  for (let n = 1; n <= KILLS; n++) {
    await ask('insert into kept values ($1)', [n])
    const before = postmaster(dir)
    process.kill(before, 'SIGKILL')
    await expect.poll(() => lines.filter((line) => line.endsWith('runs again')).length, { timeout: 60_000 }).toBe(n)
    expect(postmaster(dir)).not.toBe(before)
    expect((await ask('select count(*)::int as n from kept')).rows).toEqual([{ n }])
  }
  expect(lines.filter((line) => line.startsWith('error')).length).toBeGreaterThanOrEqual(KILLS)
  expect(givenUp).toEqual([])
})

test('when one of its processes is killed it recovers automatically, and nothing is lost', async () => {
  await start()
  const dir = await dataDirectory()
  const before = postmaster(dir)
  await ask('create table remembered as select 1 as n')
  const client = new pg.Client({ connectionString: server.superuserUrl() })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query('select pg_backend_pid() as pid')
  const waiting = client.query('select pg_sleep(60)').catch((error: Error) => error.message)
  process.kill(rows[0].pid, 'SIGKILL')
  expect(await waiting).toMatch(/terminated|ECONNRESET|unexpectedly/)
  const found = () =>
    ask('select n from remembered').then(
      ({ rows: kept }) => kept.length,
      () => 0,
    )
  await expect.poll(found, { timeout: 60_000 }).toBe(1)
  expect(postmaster(dir)).toBe(before)
})

test('a server that fails to restart is given up with one line, after the last pause', async () => {
  await start([1, 10, 50])
  const dir = await dataDirectory()
  renameSync(path.join(dir, 'global'), path.join(dir, 'away'))
  process.kill(postmaster(dir), 'SIGKILL')
  await expect.poll(() => givenUp.length, { timeout: 60_000 }).toBe(1)
  expect(lines.filter((line) => line.startsWith('fatal'))).toEqual([
    expect.stringMatching(/does not stay up: giving up/),
  ])
  expect(lines.filter((line) => line.startsWith('error'))).toHaveLength(3)
  renameSync(path.join(dir, 'away'), path.join(dir, 'global'))
})

test('a server that is stopped on purpose stays stopped', async () => {
  await start()
  await server.stop()
  await expect(ask('select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  expect(lines).toEqual([])
})

test('a second process on a running server keeps it running when it stops', async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'watchbill-shared-'))
  const config = readConfig({ NODE_ENV: 'test', DATA_DIR: folder }, [])
  const log = createLog({ level: 'silent' })
  const first = await openDatabase(config, log)
  server = first.embedded!
  const second = await openDatabase(config, log)
  await second.stop()
  expect((await ask('select 1 as one')).rows).toEqual([{ one: 1 }])
  await first.stop()
  await expect(ask('select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})
