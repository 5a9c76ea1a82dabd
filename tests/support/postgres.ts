import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type EmbeddedPostgres, startEmbedded } from '#server/platform/embedded.ts'
import { migrate, prepareDatabase } from '#server/platform/migrate.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    superuserUrl: string
    templateUrl: string
  }
}

const PASSWORD = 'watchbill-tests'
export const TEMPLATE = 'watchbill_template'

/** One throw-away server for the whole run, with a migrated template that each test file copies. */
export default async function setup(project: TestProject) {
  const server = await startTestServer(path.resolve('.cache/test-postgres'))
  const templateUrl = await makeTemplate(server)
  project.provide('superuserUrl', server.superuserUrl())
  project.provide('templateUrl', templateUrl)
  return () => server.stop()
}

export const startTestServer = (dir: string) => startEmbedded({ dir, throwaway: true, maxConnections: 300 })

/** Makes the template anew, so that it always has today's migrations. */
export async function makeTemplate(server: EmbeddedPostgres): Promise<string> {
  const client = new pg.Client({ connectionString: server.superuserUrl() })
  await client.connect()
  await client.query(`drop database if exists ${TEMPLATE} with (force)`)
  const leftovers = await client.query("select datname from pg_database where datname like 'wb_test_%'")
  for (const { datname } of leftovers.rows) await client.query(`drop database if exists ${datname} with (force)`)
  await client.end()
  const url = await prepareDatabase(server.superuserUrl, TEMPLATE, PASSWORD)
  await migrate(url)
  return url
}
