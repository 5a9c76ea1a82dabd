import path from 'node:path'
import { createPool } from '#server/engine/kernel/db/pool.ts'
import { AHEAD_OF_REMOVED } from '#server/leaving/contract.ts'
import { backup as makeBackup } from '#server/platform/backup.ts'
import { erasePerson, eraseSite } from '#server/platform/erase.ts'
import { exportSite } from '#server/platform/export.ts'
import { restore as restoreBackup } from '#server/platform/restore.ts'
import { withScratchDatabase } from '#server/platform/scratch.ts'
import { verifyBackup } from '#server/platform/verify.ts'
import { command, confirm, site, UsageError, yes } from './command.ts'
import { withConnection } from './connect.ts'
import { finishRestore, heldText } from './held.ts'

const folder = (description: string) => ({ type: 'string', description, required: true }) as const
const sum = (counts: readonly number[]) => counts.reduce((all, n) => all + n, 0)

export const backup = command(
  'backup',
  'Write a snapshot of all data to a folder, while the product is running',
  { to: folder('A new or empty folder') },
  (args, { say, progress }) =>
    withConnection(async (connection) => {
      const dir = path.resolve(args.to)
      const { made_at, tables } = await makeBackup(connection, dir, progress)
      const result = { dir, made_at, tables: tables.length, rows: sum(tables.map(({ rows }) => rows)) }
      say(result, `${result.rows} rows of ${result.tables} tables are in ${dir}.`)
    }),
)

export const restore = command(
  'restore',
  'Restore a backup into an empty, migrated database',
  { from: folder('The folder of the backup') },
  (args, { say, progress }) =>
    withConnection(async (connection) => {
      const { pool, storage, clock } = connection
      const { made_at, tables, replayed } = await restoreBackup(
        { pool, storage, now: clock.now() },
        path.resolve(args.from),
        progress,
      )
      const held = await finishRestore(connection)
      const result = { made_at, tables: tables.length, rows: sum(tables.map(({ rows }) => rows)), replayed, held }
      say(
        result,
        `${result.rows} rows of ${result.tables} tables are back, as of ${made_at}. Erased again: ${replayed.people} people, ${replayed.sites} sites.\n${heldText(held)}`,
      )
    }),
)

export const verify = command(
  'verify',
  'Restore a backup into a scratch database and compare, without touching the product',
  {
    from: folder('The folder of the backup'),
    server: {
      type: 'string',
      description: 'URL of an administrator of the PostgreSQL server for the scratch database; default: a bundled one',
    },
  },
  (args, { say, progress }) =>
    withConnection(async ({ config, log, pool, storage }) => {
      const dir = path.resolve(args.from)
      const startedAt = performance.now()
      const result = await withScratchDatabase(
        { server: args.server, dir: path.join(config.dataDir, 'verify') },
        async (connectionString) => {
          const scratch = createPool({ connectionString, role: 'platform', max: 1, log })
          try {
            return await verifyBackup({ scratch, pool, storage }, dir, progress)
          } finally {
            await scratch.end()
          }
        },
      )
      const { made_at, rows, tables, files, problems } = result
      const seconds = Math.round((performance.now() - startedAt) / 1000)
      const summary = `The backup of ${made_at}: ${rows} rows of ${tables} tables restored and compared in ${seconds} s, ${files} files looked up.`
      say({ ...result, seconds }, [summary, ...problems].join('\n'))
      if (problems.length) throw new Error('The backup has problems.')
    }),
)

export const exportData = command(
  'export',
  'Write all data of one site as JSON files',
  { site, to: folder('A new or empty folder') },
  (args, { say, progress }) =>
    withConnection(async ({ pool, clock }) => {
      const dir = path.resolve(args.to)
      const counts = await exportSite({ pool, now: clock.now() }, args.site, dir, progress)
      say({ dir, counts }, `${sum(Object.values(counts))} records are in ${dir}.`)
    }),
)

export const erase = command(
  'erase',
  'Anonymise a person, or remove all data of a deleted site',
  {
    site,
    person: { type: 'string', description: 'Id or email; without it, the whole deleted site' },
    shifts: {
      type: 'string',
      description: `What becomes of their coming shifts: ${AHEAD_OF_REMOVED.join(' or ')}`,
      default: AHEAD_OF_REMOVED[0],
    },
    yes,
  },
  async (args, { say }) => {
    const { person } = args
    const target = person === undefined ? `all data of the site "${args.site}"` : `${person} on the site "${args.site}"`
    const shifts = AHEAD_OF_REMOVED.find((choice) => choice === args.shifts)
    if (!shifts) throw new UsageError(`--shifts must be one of ${AHEAD_OF_REMOVED.join(', ')}.`)
    const after =
      shifts === 'release' ? 'Their coming shifts become open.' : 'Others will be asked to cover their coming shifts.'
    const question = `This erases ${target} and cannot be undone.${person === undefined ? '' : ` ${after}`}`
    await confirm(question, person ?? args.site, args.yes)
    await withConnection(async ({ pool, storage, clock }) => {
      const parts = { pool, storage, now: clock.now(), shifts }
      if (person === undefined) {
        const result = await eraseSite(parts, args.site)
        return say(result, `Erased ${result.rows} rows and ${result.accounts} accounts of ${args.site}.`)
      }
      const result = await erasePerson(parts, args.site, person)
      const account = result.account_removed ? 'The account is gone too.' : 'No account was removed.'
      say(
        result,
        `Erased person ${result.person}: ${result.shifts_kept} shifts kept, ${result.shifts_opened} open again, now looking for cover for ${result.shifts_sought}. ${account}`,
      )
    })
  },
)
