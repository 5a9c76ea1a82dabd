import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type EmbeddedPostgres, startEmbedded } from '#server/platform/embedded.ts'
import { migrate, prepareDatabase } from '#server/platform/migrate.ts'
import { scratch } from './scratch.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    superuserUrl: string
    templateUrl: string
  }
}

const PASSWORD = 'watchbill-tests'
export const TEMPLATE = 'watchbill_template'

const CLUSTERS = scratch()
const ours = `test-postgres-${process.pid}`

/**
 * Starts one temporary server for the run, with a migrated template that each test file copies. Parallel runs do not
 * share a server; the next run stops and removes the remnants of a killed run. `TEST_DATABASE_URL` names another server
 * by its superuser, such as one of an earlier version, that has nothing else on it.
 */
export default async function setup(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL
  if (given) {
    const superuserUrl = (database?: string) => changed(given, database ? { pathname: `/${database}` } : {})
    project.provide('superuserUrl', given)
    project.provide('templateUrl', await makeTemplate({ superuserUrl }))
    return
  }
  await sweep()
  const dir = path.join(CLUSTERS, ours)
  const server = await startTestServer(dir)
  const templateUrl = await makeTemplate(server)
  project.provide('superuserUrl', server.superuserUrl())
  project.provide('templateUrl', templateUrl)
  return async () => {
    await server.stop()
    remove(dir)
  }
}

const changed = (url: string, parts: Partial<Pick<URL, 'pathname' | 'username' | 'password'>>) =>
  Object.assign(new URL(url), parts).href

async function sweep() {
  mkdirSync(CLUSTERS, { recursive: true })
  for (const name of readdirSync(CLUSTERS)) {
    const pid = Number(/^test-postgres-(\d+)$/.exec(name)?.[1])
    if (!pid || alive(pid)) continue
    const dir = path.join(CLUSTERS, name)
    await startTestServer(dir).then(
      (server) => server.stop(),
      () => {},
    )
    remove(dir)
  }
}

function remove(dir: string) {
  rmSync(dir, { recursive: true, force: true })
  rmSync(`${dir}.secret`, { force: true })
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/**
 * Nothing lives long enough to be vacuumed, and nothing is replicated; tests connect thousands of times. Tables are
 * tiny, so planning a statement for each value, the server's default at first, costs more than running it.
 */
const SETTINGS = {
  autovacuum: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  checkpoint_timeout: '1h',
  scram_iterations: '1',
  plan_cache_mode: 'force_generic_plan',
}

export const startTestServer = (dir: string) =>
  startEmbedded({ dir, throwaway: true, maxConnections: 300, settings: SETTINGS })

/**
 * Recreates the template, so that it always has the current migrations. Prepares it without a superuser, as the
 * administrator of a managed server would.
 */
export async function makeTemplate(server: Pick<EmbeddedPostgres, 'superuserUrl'>): Promise<string> {
  const client = new pg.Client({ connectionString: server.superuserUrl() })
  await client.connect()
  await client.query(`drop database if exists ${TEMPLATE} with (force)`)
  const leftovers = await client.query("select datname from pg_database where datname like 'wb_test_%'")
  for (const { datname } of leftovers.rows) await client.query(`drop database if exists ${datname} with (force)`)
  await client.query(
    `do $$ begin if to_regrole('administrator') is null then create role administrator login createrole createdb password '${PASSWORD}'; end if; end $$`,
  )
  await client.end()
  const administratorUrl = (database?: string) =>
    changed(server.superuserUrl(database), { username: 'administrator', password: PASSWORD })
  const url = await prepareDatabase(administratorUrl, TEMPLATE, PASSWORD)
  await migrate(url)
  return url
}
