import { sql } from 'kysely'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import type { Failures } from '#server/engine/kernel/failures.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { mintSiteId } from '#server/engine/tenancy/site.ts'
import type { Channel } from './contract.ts'
import { type Mark, markDeliveries } from './mark.ts'
import type { Metrics } from './metrics.ts'
import { type UnansweredFacts, type UnansweredTimes, type UnansweredVerdict, unansweredVerdict } from './rules.ts'
import { deliveryRef, type Transports } from './transport.ts'

type Doubtful = Omit<UnansweredFacts, 'trace'> & {
  site_id: number
  attempt: string
  leader: number
  ids: number[]
  channel: Channel
  address: string | null
  text: string | null
  claimed_at: string
}

type Deps = {
  pool: Pool
  log: Log
  metrics: Metrics
  failures: Failures
  transports: Transports
  now: Date
  times: UnansweredTimes
}

const BATCH_SIZE = 500

/**
 * Settles unanswered attempts. Safe in several workers: a verdict applies only while the row is unchanged.
 * @returns how many attempts were settled.
 */
export async function reconcile(deps: Deps): Promise<number> {
  const doubtful = await inTransaction<DB, Doubtful[]>(deps.pool, 'read', {}, async (db) => {
    const { rows } = await sql<{ found: Doubtful[] }>`select core.doubtful_deliveries(${BATCH_SIZE}) as found`.execute(
      db,
    )
    return rows[0]?.found ?? []
  })
  let settled = 0
  const marks: Mark[] = []
  for (const attempt of doubtful) {
    const verdict = await judge(deps, attempt)
    if (verdict.kind === 'leave') continue
    settled += 1
    countVerdict(deps, attempt, verdict)
    const { site_id, attempt: id, state } = attempt
    marks.push(...attempt.ids.map((row) => ({ site_id, id: row, attempt: id, expect: state, ...changeFor(verdict) })))
  }
  await markDeliveries(deps.pool, marks, deps.now, ({ site_id: site, id: delivery }, error) =>
    deps.failures.note('mark_deliveries', { site, delivery }, error),
  )
  return settled
}

async function judge({ transports, times, log }: Deps, attempt: Doubtful): Promise<UnansweredVerdict> {
  const { channel, site_id, leader } = attempt
  if (!attempt.called) return unansweredVerdict({ ...attempt, trace: 'cannot say' }, times)
  try {
    const trace = await transports[channel].trace({
      site: mintSiteId(site_id),
      delivery_id: deliveryRef(site_id, leader),
      attempt_id: attempt.attempt,
      to: attempt.address ?? '',
      text: attempt.text ?? '',
      since: new Date(attempt.claimed_at),
    })
    return unansweredVerdict({ ...attempt, trace }, times)
  } catch (error) {
    log.warn({ site: site_id, delivery: leader, err: String(error) }, 'the provider did not report on a message')
    return { kind: 'leave' }
  }
}

function changeFor(
  verdict: Exclude<UnansweredVerdict, { kind: 'leave' }>,
): Pick<Mark, 'state' | 'provider_id' | 'reason' | 'doubt' | 'uncalled' | 'resent' | 'error' | 'retry_ms'> {
  switch (verdict.kind) {
    case 'sent':
      return { state: 'sent', provider_id: verdict.provider_id }
    case 'requeue':
      return {
        state: 'queued',
        doubt: verdict.doubt,
        uncalled: !verdict.doubt,
        resent: verdict.resent,
        retry_ms: verdict.wait_ms,
      }
    case 'failed':
      return { state: 'failed', error: 'No attempt left a trace.' }
    case 'hold':
      return { state: 'unknown', reason: 'no_events' }
  }
}

function countVerdict(
  { metrics, log }: Deps,
  { site_id: site, leader: delivery, channel }: Doubtful,
  { kind }: UnansweredVerdict,
): void {
  if (kind === 'hold') {
    metrics.unknown.inc({ channel })
    log.error({ site, delivery }, 'a message is held: no provider events arrive')
  } else {
    metrics.reconciled.inc({ how: kind })
    log.warn({ site, delivery, how: kind }, 'an unanswered message was settled')
  }
}
