import type { Kysely } from 'kysely'
import { ZONES } from '#server/engine/kernel/days/zones.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { ZONE_MEANING, zoneText } from '#server/operators/verdicts.pure.ts'
import { listSites } from '#server/platform/sites.ts'
import { readZoneDifferences } from '#server/platform/zone-differences.ts'
import { command } from './command.ts'
import { withConnection } from './connect.ts'

export const doctor = command('doctor', 'Say what has to be put right', {}, (_args, { say }) =>
  withConnection(async ({ pool, clock }) => {
    const sites = (await listSites({ pool })).filter(({ status }) => status === 'active')
    const differences = await inTransaction(pool, 'read', {}, (db: Kysely<DB>) =>
      readZoneDifferences(db, [...ZONES], clock.now()),
    )
    const zones = differences.map((difference) => ({
      ...difference,
      sites: sites.filter(({ timezone }) => timezone === difference.zone).map(({ slug }) => slug),
    }))
    const lines = zones.map((zone) => `${zoneText(zone)}${zone.sites.length ? `: ${zone.sites.join(', ')}` : ''}`)
    say({ zones }, lines.length ? [...lines, ZONE_MEANING].join('\n') : 'All is well.')
  }),
)
