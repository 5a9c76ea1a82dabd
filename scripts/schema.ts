/**
 * `npm run schema`: writes the tables as types (server/engine/tenancy/schema.gen.ts) from a fresh embedded database
 * with all migrations.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbedded } from '#server/platform/embedded.ts'
import { migrate, prepareDatabase } from '#server/platform/migrate.ts'

const TYPES = 'server/engine/tenancy/schema.gen.ts'
/** PostgreSQL does not know which columns of a view are never null, nor the values of an answer. */
const always = (type: string, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [`core.shift_facts.${name}`, type]))
const VIEW_COLUMNS = {
  ...always('number', 'site_id', 'id', 'event', 'sequence'),
  ...always('string', 'answer_reason', 'event_label', 'notes'),
  ...always('Timestamp', 'created_at', 'end', 'person_end', 'person_start', 'start', 'updated_at'),
  ...always('boolean', 'asked', 'has_begun', 'is_live', 'is_off', 'is_published', 'nudged'),
  ...always("'asked' | 'confirmed' | 'seeking_cover' | null", 'answer'),
}

const folder = mkdtempSync(path.join(tmpdir(), 'watchbill-schema-'))
const server = await startEmbedded({ dir: path.join(folder, 'postgres'), throwaway: true })
try {
  const url = await prepareDatabase(server.superuserUrl, 'watchbill_schema', 'watchbill-schema')
  await migrate(url)
  const schemas = ['core', 'identity', 'platform']
  const { status } = spawnSync(
    'node_modules/.bin/kysely-codegen',
    [
      ...['--dialect', 'postgres', '--url', `${url}?options=-c%20role%3Dwatchbill_platform`],
      ...schemas.flatMap((schema) => ['--default-schema', schema]),
      ...['--include-pattern', `(${schemas.join('|')}).*`],
      ...[
        '--date-parser',
        'string',
        '--numeric-parser',
        'number',
        '--type-mapping',
        '{"int8":"number"}',
        '--overrides',
        JSON.stringify({ columns: VIEW_COLUMNS }),
        '--out-file',
        TYPES,
      ],
    ],
    { stdio: 'inherit' },
  )
  if (status !== 0) process.exitCode = 1
} finally {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
