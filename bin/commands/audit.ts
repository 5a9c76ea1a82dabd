import { acceptAuditLogs, checkAuditLogs, faultLines } from '#server/platform/audit-logs.ts'
import { command, confirm, group, yes } from './command.ts'
import { type Connection, withConnection } from './connect.ts'

const site = { type: 'string', description: 'Only this site, by its name in the address' } as const

const partsOf = ({ pool, storage, clock, config }: Connection) => ({
  ...{ pool, storage, now: clock.now() },
  secret: config.SESSION_SECRET,
})

const check = command('check', 'Compare audit logs with their checkpoints', { site }, (args, { say }) =>
  withConnection(async (connection) => {
    const faults = await checkAuditLogs(partsOf(connection), { site: args.site })
    const lines = faults.flatMap(faultLines).map(({ what, advice }) => `${what} ${advice}`)
    say(faults, lines.join('\n') || 'All lines are as they were.')
    if (faults.length) throw new Error('Audit logs have problems.')
  }),
)

const accept = command(
  'accept',
  'Sign audit logs again that a lost or leaked SESSION_SECRET signed',
  { site, yes },
  async (args, { say }) => {
    const which = args.site === undefined ? 'all audit logs' : `the audit log of the site "${args.site}"`
    await confirm(`This signs ${which} as they are now, where another SESSION_SECRET signed them.`, 'accept', args.yes)
    await withConnection(async (connection) => {
      const { accepted, refused, failed } = await acceptAuditLogs(partsOf(connection), args.site)
      say(
        { accepted, refused, failed },
        accepted.length ? `Signed those of ${accepted.join(', ')}.` : 'Nothing was signed.',
      )
      const problems = [
        refused.length && `Checkpoints of ${refused.join(', ')} were removed. "watchbill audit check" says what to do.`,
        failed.length && `Not signed: ${failed.join(', ')}.`,
      ].filter(Boolean)
      if (problems.length) throw new Error(problems.join(' '))
    })
  },
)

export const audit = group('audit', 'The audit logs of sites, and whether they are as they were', { check, accept })
