import { lookup } from 'node:dns/promises'
import { type Kysely, sql } from 'kysely'
import { heldBack } from '#server/deliveries/held-back.ts'
import { ZONES } from '#server/engine/kernel/days/zones.ts'
import { createPool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import { isLocalDomain } from '#server/engine/kernel/production-problems.ts'
import { createQueue } from '#server/engine/kernel/queue/queue.ts'
import { reasonOf } from '#server/engine/kernel/start-failure.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { createWithSite } from '#server/engine/tenancy/with-site.ts'
import { HELD_ADVICE, heldWaitText, ZONE_MEANING, zoneText } from '#server/operators/verdicts.pure.ts'
import { checkAuditLogs, faultLines } from '#server/platform/audit-logs.ts'
import { domainSettings, findLostDomains } from '#server/platform/domains.ts'
import { unfinishedRestores } from '#server/platform/held-back.ts'
import { failedSenders } from '#server/platform/senders.ts'
import { listSites } from '#server/platform/sites.ts'
import { readZoneDifferences } from '#server/platform/zone-differences.ts'
import { createTransports } from '../transports.ts'
import { command } from './command.ts'
import { type Connection, withConnection } from './connect.ts'

/** `what` is wrong, and what to do about it. */
type Finding = { what: string; advice: string }

/** Each finds what is wrong with one part; a check that throws has found that the part does not answer. */
const CHECKS: Record<string, (connection: Connection) => Promise<Finding[]>> = {
  roles: async ({ urls, log }) => {
    const findings = await Promise.all(
      (['app', 'worker', 'auth', 'platform'] as const).map(async (role) => {
        const pool = createPool({ connectionString: urls[role], role, max: 1, log })
        try {
          const rows = await inTransaction<DB, { name: string; unbound: boolean }[]>(pool, 'read', {}, async (db) => {
            const result = await sql<{ name: string; unbound: boolean }>`
              select current_user as name, rolsuper or rolbypassrls as unbound from pg_roles where rolname = session_user`.execute(
              db,
            )
            return result.rows
          })
          const [row] = rows
          if (row?.name !== `watchbill_${role}`)
            return { what: `The connection for ${role} acts as ${row?.name}.`, advice: 'Run infra/roles.sql.' }
          if (row.unbound)
            return {
              what: `The user for ${role} is a superuser or bypasses row security.`,
              advice: 'Use "watchbill", which infra/roles.sql creates.',
            }
          return null
        } finally {
          await pool.end()
        }
      }),
    )
    return findings.filter((finding) => finding !== null)
  },

  clock: async ({ pool }) => {
    const asked = Date.now()
    const at = await inTransaction<DB, number>(pool, 'read', {}, async (db) => {
      const { rows } = await sql<{ at: number }>`
        select (extract(epoch from clock_timestamp()) * 1000)::float8 as at`.execute(db)
      return rows[0]!.at
    })
    const apart = Math.max(asked - at, at - Date.now())
    return apart <= MOST_APART_MS
      ? []
      : [
          {
            what: `The clocks of this machine and the database are ${Math.round(apart / 1_000)} s apart.`,
            advice: 'Set both from a time server.',
          },
        ]
  },

  queue: async ({ config, urls, log }) => {
    const queue = await createQueue({ redisUrl: config.REDIS_URL, databaseUrl: urls.worker, log })
    try {
      await queue.ping()
      return []
    } finally {
      await queue.close()
    }
  },

  storage: async ({ storage }) => {
    const key = `doctor/${process.pid}`
    await storage.put(key, { bytes: new TextEncoder().encode('ok'), content_type: 'text/plain' })
    const found = await storage.get(key)
    await storage.remove(key)
    return found ? [] : [{ what: 'A stored file can’t be found again.', advice: 'Check S3_BUCKET or DATA_DIR.' }]
  },

  senders: async ({ config, pool, clock }) => {
    const { transports, without } = createTransports(config, { withSite: createWithSite(pool, clock), clock })
    const absent = config.production
      ? without.map((channel) => ({
          what: `No provider is set up for ${channel}, so these messages are not sent.`,
          advice: channel === 'email' ? 'Set SES_REGION or SMTP_URL.' : 'Set the three variables of Twilio.',
        }))
      : []
    const refused = await Promise.all(
      Object.entries(transports).map(async ([channel, transport]) => {
        const problem = await transport.check?.().catch(reasonOf)
        return problem ? [{ what: `The provider for ${channel} says: ${problem}`, advice: ADVICE.senders! }] : []
      }),
    )
    const quota = await transports.email.quota?.().catch(() => null)
    const fast =
      quota && config.MAIL_RATE > quota.perSecond
        ? [
            {
              what: `MAIL_RATE is ${config.MAIL_RATE}; the account may send ${quota.perSecond} a second.`,
              advice: 'Lower MAIL_RATE, or ask for a higher rate.',
            },
          ]
        : []
    const failed = (await failedSenders(pool)).map(({ slug, address, problem }) => ({
      what: `The sender ${address} of ${slug} is not verified. ${problem ?? ''}`.trim(),
      advice: `Correct its DNS, then run "watchbill site sender check --slug ${slug}".`,
    }))
    return [...absent, ...refused.flat(), ...fast, ...failed]
  },

  messages: async ({ pool }) => {
    if ((await unfinishedRestores(pool)).length)
      return [{ what: 'A restore is not finished, so almost nothing is sent.', advice: 'Run "watchbill held list".' }]
    const count = Object.values(await heldBack(pool)).reduce((all, n) => all + n, 0)
    return count ? [{ what: `${heldWaitText(count)}.`, advice: HELD_ADVICE }] : []
  },

  names: async ({ config }) => {
    if (isLocalDomain(config.BASE_DOMAIN)) return []
    const host = `a-club.${config.BASE_DOMAIN}`
    return lookup(host).then(
      () => [],
      () => [{ what: `${host} has no address.`, advice: `Add a DNS record for *.${config.BASE_DOMAIN}.` }],
    )
  },

  domains: async ({ config, pool }) =>
    (await findLostDomains({ pool, ...domainSettings(config) })).map(({ slug, name, problem }) => ({
      what: `The own domain of ${slug} has lost its records: ${problem}`,
      advice: `Ask the club to add them again (site domain list), or run "watchbill site domain remove --slug ${slug} --name ${name}".`,
    })),

  audit: async ({ config, pool, storage, clock }) => {
    const parts = { pool, storage, secret: config.SESSION_SECRET, now: clock.now() }
    const faults = await checkAuditLogs(parts, { since: new Date(clock.epochMs() - AUDIT_LOOK_MS) })
    return faults.flatMap(faultLines)
  },
}

/** How old a checkpoint may be for this command to read its lines. */
const AUDIT_LOOK_MS = 7 * 86_400_000
const MOST_APART_MS = 2_000

/** What to do when a part does not answer. */
const ADVICE: Record<string, string> = {
  roles: 'Run infra/roles.sql, and check the DATABASE_…_URLs.',
  queue: 'Check REDIS_URL. Until it answers, the workers’ timers send due messages.',
  storage: 'Check the S3 variables, or the permissions of DATA_DIR.',
  senders: 'Check the keys, the sender and the account.',
}

async function findProblems(connection: Connection): Promise<Finding[]> {
  const found = await Promise.all(
    Object.entries(CHECKS).map(([part, check]) =>
      check(connection).catch((error: unknown) => [
        { what: `The check of ${part} failed: ${reasonOf(error)}`, advice: ADVICE[part] ?? 'Check the log.' },
      ]),
    ),
  )
  return found.flat()
}

export const doctor = command('doctor', 'Report problems to fix', {}, (_args, { say }) =>
  withConnection(async (connection) => {
    const { pool, clock } = connection
    const problems = await findProblems(connection)
    const sites = (await listSites({ pool })).filter(({ status }) => status === 'active')
    const differences = await inTransaction(pool, 'read', {}, (db: Kysely<DB>) =>
      readZoneDifferences(db, [...ZONES], clock.now()),
    )
    const zones = differences.map((difference) => ({
      ...difference,
      sites: sites.filter(({ timezone }) => timezone === difference.zone).map(({ slug }) => slug),
    }))
    const zoneLines = zones.map((zone) => `${zoneText(zone)}${zone.sites.length ? `: ${zone.sites.join(', ')}` : ''}`)
    const lines = [
      ...problems.map(({ what, advice }) => `${what} ${advice}`),
      ...(zones.length ? [...zoneLines, ZONE_MEANING] : []),
    ]
    say({ problems, zones }, lines.join('\n') || 'All is fine.')
  }),
)
