import '#server/registry.ts'
import { defineCommand, runCommand, runMain } from 'citty'
import { Temporal } from 'temporal-polyfill'
import { createPasswords } from '#server/accounts/sign-in/password.ts'
import { createFailures } from '#server/engine/kernel/failures.ts'
import { seedDemo } from '#server/platform/demo/seed.ts'
import { migrate as runMigrations } from '#server/platform/migrate.ts'
import { previewPlan } from '#server/reminders/planner.ts'
import { audit } from './audit.ts'
import { command, group, UsageError } from './command.ts'
import { withConnection } from './connect.ts'
import { backup, erase, exportData, restore, verify } from './data.ts'
import { doctor } from './doctor.ts'
import { explain } from './explain.ts'
import { held } from './held.ts'
import { operator } from './operator.ts'
import { site } from './site.ts'

const migrate = command('migrate', 'Bring the database up to date', {}, (_args, { say }) =>
  withConnection(
    async ({ urls, config }) => {
      const ran = await runMigrations(urls.migrate, { deployment: config.DEPLOYMENT })
      say({ ran }, ran.length ? `Ran ${ran.join(', ')}.` : 'Nothing to do.')
    },
    { migrated: false },
  ),
)

const seed = command('seed', 'Create missing demo sites', {}, (_args, { say }) =>
  withConnection(
    async ({ pool, clock, log }) => {
      const created = await seedDemo({ platformPool: pool, passwords: createPasswords(), clock, log })
      say({ made: created }, created.length ? `Made ${created.join(' and ')}.` : 'Nothing to do: they exist.')
    },
    {
      check: ({ production }) => {
        if (production) throw new Error('Demo data is never created in production.')
      },
    },
  ),
)

const plan = command(
  'plan',
  'List the reminders that would be queued at an instant, without writing anything',
  {
    at: { type: 'string', description: 'ISO 8601 instant with its zone', required: true },
    'dry-run': { type: 'boolean', description: 'Always on, because the workers do the real planning', default: true },
  },
  async (args, { say }) => {
    if (!args['dry-run']) throw new UsageError('The workers do the real planning. Only --dry-run is possible here.')
    const at = readInstant(args.at)
    await withConnection(async ({ pool, clock, log }) => {
      const rows = await previewPlan({ pool, failures: createFailures({ clock, log }) }, at)
      const lines = rows.map((row) =>
        [
          row.due_at.toISOString(),
          row.site,
          row.kind,
          row.channel,
          row.name,
          row.event_name,
          row.start.toISOString(),
        ].join('  '),
      )
      say(rows, lines.join('\n') || 'Nothing would be queued.')
    })
  },
)

function readInstant(text: string): Date {
  try {
    return new Date(Temporal.Instant.from(text).epochMilliseconds)
  } catch {
    throw new UsageError('--at is not an ISO 8601 instant with its zone, such as 2027-03-01T09:00:00Z.')
  }
}

export const main = defineCommand({
  meta: { name: 'watchbill', description: 'Watchbill’s command line' },
  subCommands: {
    site,
    operator,
    demo: group('demo', 'The demo sites', { seed }),
    reminders: group('reminders', 'What would be sent', { plan }),
    migrate,
    doctor,
    backup,
    restore,
    verify,
    held,
    audit,
    export: exportData,
    erase,
  },
})

async function run(args: string[]): Promise<void> {
  const asksForHelp = args.length === 0 || args.includes('--help') || args.includes('-h')
  if (asksForHelp) return runMain(main, { rawArgs: [...args, '--help'] })
  await runCommand(main, { rawArgs: args })
}

export const runCommandLine = (args: string[]): Promise<0 | 1 | 2> =>
  run(args).then(
    () => 0,
    (error: unknown) => {
      const { lines, code } = explain(error)
      for (const line of lines) console.error(line)
      return code
    },
  )
