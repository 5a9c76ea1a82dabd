import { defineCommand, runMain } from 'citty'
import { createPasswords } from '#server/accounts/password.ts'
import { seedDemo } from '#server/platform/demo/seed.ts'
import { migrate as runMigrations } from '#server/platform/migrate.ts'
import { planPreview } from '#server/reminders/planner.ts'
import { say, withConnection } from './connect.ts'
import { site } from './site.ts'

const json = { type: 'boolean', description: 'Print JSON for scripts', default: false } as const

const migrate = defineCommand({
  meta: { name: 'migrate', description: 'Bring the database up to date' },
  args: { json },
  run: ({ args }) =>
    withConnection(async ({ urls }) => {
      const ran = await runMigrations(urls.migrate)
      say(args.json, { ran }, ran.length ? `Ran ${ran.join(', ')}.` : 'Nothing to do.')
    }),
})

const demo = defineCommand({
  meta: { name: 'demo', description: 'The demo sites' },
  subCommands: {
    seed: defineCommand({
      meta: { name: 'seed', description: 'Make the demo sites that are not there yet' },
      args: { json },
      run: ({ args }) =>
        withConnection(async ({ config, pool, clock, log }) => {
          if (config.production) throw new Error('Demo data is never made in production.')
          const made = await seedDemo({ platformPool: pool, passwords: createPasswords(), clock, log })
          say(args.json, { made }, made.length ? `Made ${made.join(' and ')}.` : 'They are there already.')
        }),
    }),
  },
})

const reminders = defineCommand({
  meta: { name: 'reminders', description: 'What would be sent' },
  subCommands: {
    plan: defineCommand({
      meta: {
        name: 'plan',
        description: 'List the reminders that a planner would queue at an instant; writes nothing',
      },
      args: {
        at: { type: 'string', description: 'ISO 8601 instant with its zone', required: true },
        'dry-run': { type: 'boolean', description: 'Always on; planning for real is the workers’ task', default: true },
        json,
      },
      run: ({ args }) =>
        withConnection(async ({ pool }) => {
          const at = Date.parse(args.at)
          if (Number.isNaN(at)) throw new Error('--at is not an ISO 8601 instant such as 2027-03-01T09:00:00Z.')
          const rows = await planPreview({ pool }, new Date(at))
          say(
            args.json,
            rows,
            rows.map((row) => Object.values(row).map(String).join('  ')).join('\n') || 'Nothing would be queued.',
          )
        }),
    }),
  },
})

const main = defineCommand({
  meta: { name: 'watchbill', description: 'Watchbill’s command line' },
  subCommands: { site, demo, reminders, migrate },
})

void runMain(main)
