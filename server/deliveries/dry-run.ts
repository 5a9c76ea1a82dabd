import { sql } from 'kysely'
import type { Ctx } from '#server/context.ts'
import type { Channel, DutyKind } from './contract.ts'
import { peopleOf, theSite } from './recheck.ts'
import { sendVerdict } from './rules.ts'
import { type ShiftFacts, shiftFacts } from './shift-facts.ts'

/** Ids of the people who would get a message now or when quiet hours end. */
export type ToldPeople = { ids: number[]; names: string[] }

/**
 * Does something, asks whom it would tell, and takes it back: the answer comes from the very code that queues messages and
 * from the rule that has the last word before one leaves. Nothing of it stays; nothing is woken.
 * @param events the events concerned, locked by the caller so that no other notice about them slips in.
 */
export async function dryRun<T extends readonly ((ctx: Ctx) => Promise<unknown>)[]>(
  ctx: Ctx,
  events: readonly number[],
  ...steps: T
): Promise<ToldPeople[]> {
  const { rows } = await sql<{ last: number }>`select coalesce(max(id), 0)::bigint as last from deliveries`.execute(
    ctx.db,
  )
  const since = rows[0]?.last ?? 0
  const quiet: Ctx = { ...ctx, wake: () => {} }
  const answers: ToldPeople[] = []
  await sql`savepoint dry_run`.execute(ctx.db)
  for (const step of steps) {
    await step(quiet)
    answers.push(await toldSince(ctx, events, since))
  }
  await sql`rollback to savepoint dry_run`.execute(ctx.db)
  return answers
}

type Queued = {
  shift: number
  person: number
  kind: DutyKind
  channel: Channel
  start_local_date: string | null
  facts: { before?: Partial<ShiftFacts> }
}

async function toldSince(ctx: Ctx, events: readonly number[], since: number): Promise<ToldPeople> {
  const { rows } = await sql<Queued>`
    select shift, person, kind, channel, start_local_date::text as start_local_date, facts from deliveries
    where id > ${since} and event = any (${events}::bigint[]) and state = 'queued' and kind like 'shift.%'`.execute(
    ctx.db,
  )
  if (!rows.length) return { ids: [], names: [] }
  const people = await peopleOf(ctx.db, [...new Set(rows.map(({ person }) => person))])
  const shifts = await shiftFacts(ctx.db, { shifts: [...new Set(rows.map(({ shift }) => shift))] })
  const site = await theSite(ctx.db)
  const told = new Map<number, string>()
  for (const row of rows) {
    const person = people.get(row.person)
    if (!person) continue
    const { kind } = sendVerdict({
      ...row,
      told: row.facts.before ?? null,
      shift: shifts.get(row.shift) ?? null,
      person,
      site,
      now: ctx.clock.now(),
    })
    if (kind !== 'drop') told.set(person.id, person.name)
  }
  return { ids: [...told.keys()], names: [...told.values()].sort((a, b) => a.localeCompare(b, 'en')) }
}
