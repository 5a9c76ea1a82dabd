import { sql } from 'kysely'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import type { ClaimedDelivery } from './claim.ts'
import { listTold } from './told.ts'

/**
 * Reads whether people know by their own act that an event is off or on again. Messages about their shifts in between
 * do not suppress such news.
 */
export async function readKnownEvents(db: SiteDb, claimed: readonly ClaimedDelivery[]) {
  const eventOf = ({ facts }: ClaimedDelivery) => Number((facts as { subject_id?: number }).subject_id ?? 0)
  const lastOf = async (kind: 'event.called_off' | 'event.back_on', but: 'without' | 'unsent' = 'without') => {
    const notices = claimed.filter((row) => row.kind === kind)
    const told = await listTold<{ shift: number | null; person: number }>(
      db,
      { events: notices.map(eventOf) },
      { [but]: notices.map(({ id }) => id) },
    )
    return (row: ClaimedDelivery) =>
      told
        .filter(({ person, facts }) => person === row.person && facts.event === eventOf(row))
        .sort((a, b) => b.at.getTime() - a.at.getTime())
  }
  const [beforeOff, beforeOn, nowOff] = [
    await lastOf('event.called_off'),
    await lastOf('event.back_on'),
    await lastOf('event.called_off', 'unsent'),
  ]
  const decided = await readDecided(
    db,
    claimed.flatMap((row) => (row.kind === 'event.called_off' ? eventOf(row) : [])),
  )
  return (row: ClaimedDelivery) => {
    if (row.kind === 'event.called_off') {
      const before = beforeOff(row)
      // Someone who still counts on another shift of it may have acted on a page from before.
      if (nowOff(row).some(({ state, shift }) => state === 'theirs' && shift !== null)) return false
      // The page on which they changed one of its shifts since has shown them.
      const off = decided.get(eventOf(row))
      if (off && before.some(({ by, at }) => by === 'act' && at > off)) return true
      // That a shift is not theirs says nothing of its event.
      const last = before.find(({ state }) => state !== 'not_theirs')
      return last?.state === 'off' && last.by !== 'message'
    }
    if (row.kind !== 'event.back_on') return false
    const told = beforeOn(row)
    const acted = (since: Date) => told.some(({ by, at }) => by !== 'message' && at > since)
    return !told.some(({ state, shift, at }) => state === 'off' && (shift !== null || !acted(at)))
  }
}

/** Reads when the last decision about events was made, if there is one. */
async function readDecided(db: SiteDb, events: readonly number[]): Promise<ReadonlyMap<number, Date>> {
  if (!events.length) return new Map()
  const { rows } = await sql<{ id: number; decided_at: Date }>`
    select id, decided_at from events where id = any (${[...events]}::bigint[]) and decided_at is not null`.execute(db)
  return new Map(rows.map(({ id, decided_at }) => [id, decided_at]))
}
