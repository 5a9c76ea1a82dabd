import { sql } from 'kysely'
import { giveAnswer, lockShifts } from '#server/answers/commands.ts'
import { startCover, stopCover } from '#server/cover/commands.ts'
import { OPEN_STATES } from '#server/cover/contract.ts'
import { readCoverable } from '#server/cover/coverable.ts'
import { withdrawRosterNotices } from '#server/deliveries/roster-notices.ts'
import { personOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import type { UnitCtx } from '#server/engine/access/unit-of-work.ts'
import type { Row } from '#server/engine/collections/define.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { freeShifts } from '#server/shifts/holder.ts'
import type { AheadChoice } from './contract.ts'
import type { ShiftAhead } from './queries.ts'

const REASON = 'No longer active.'

const COLUMNS = ['person', 'modified_start', 'modified_end'] as const

/**
 * Opens or seeks cover for the coming shifts of people who were just deactivated. Unpublished shifts are opened either
 * way.
 * @returns the shifts before the change, for `takeBackShifts`.
 */
export async function giveUpShifts(
  ctx: UnitCtx,
  ahead: readonly ShiftAhead[],
  choiceFor: (person: number) => AheadChoice,
): Promise<Row[]> {
  const given = ahead.filter(({ person }) => choiceFor(person) !== 'leave')
  if (!given.length) return []
  const ids = given.map(({ id }) => id)
  const locked = await lockShifts(ctx, ids)
  const before = await imagesOf(ctx.db, ids)
  const giver = { me: null, admin: true, given_by: personOf(ctx.actor), via: 'rule' as const }
  for (const { id, person } of given.filter(({ published }) => published)) {
    const shift = locked.get(id)
    const reason = shift?.answer === 'seeking_cover' ? '' : REASON
    const release = choiceFor(person) === 'release'
    await giveAnswer(ctx, shift, { answer: 'declined', reason, cover: true, release }, giver)
  }
  const drafts = given.flatMap(({ id, published }) => (published ? [] : id))
  if (drafts.length) await freeShifts(ctx, drafts)
  return before
}

/** Starts searches for these shifts of removed people if they are open, published and to come. */
export async function seekForOpen(ctx: Ctx, shifts: readonly number[]): Promise<void> {
  for (const shift of (await readCoverable(ctx, shifts)).values())
    if (!shift.problem && shift.person === null) await startCover(ctx, shift, { endsPause: true })
}

/**
 * Drops searches that the removal of people started and that have asked no one, once the people have their shifts back.
 */
export async function dropSearches({ db }: Ctx, people: readonly number[], since: Date): Promise<void> {
  await sql`delete from covers c using shifts s where s.id = c.shift and s.person = any (${[...people]}::bigint[])
    and c.state = any (${[...OPEN_STATES]}) and c.started_at >= ${since} and not exists (select from coverasks a where a.cover = c.id)`.execute(
    db,
  )
}

async function imagesOf(db: SiteDb, ids: readonly number[]): Promise<Row[]> {
  const columns = sql.join(COLUMNS.flatMap((name) => [sql.lit(name), sql`s.${sql.ref(name)}`]))
  const { rows } = await sql<{ image: Row }>`
    select jsonb_build_object('id', s.id, ${columns},
      'last_answer', coalesce((select max(a.id) from answers a where a.shift = s.id), 0),
      'sought', exists (select from covers c where c.shift = s.id and c.state = any (${[...OPEN_STATES]}))) as image
    from shifts s where s.id = any (${[...ids]}::bigint[]) order by s.id`.execute(db)
  return rows.map(({ image }) => image)
}

type Image = { id: number; person: number; last_answer: number; sought: boolean }

/** Returns the shifts of `giveUpShifts` to their people unless they were taken or answered since. */
export async function takeBackShifts(ctx: UnitCtx, rows: readonly Row[]): Promise<void> {
  const images = new Map((rows as Image[]).map((image) => [image.id, image]))
  const locked = await lockShifts(ctx, [...images.keys()])
  const standing = [...locked.values()].flatMap(({ id, person, answer }) => {
    const image = images.get(id)
    const isAsLeft = person === null || (person === image?.person && answer === 'seeking_cover')
    return image && isAsLeft ? [image] : []
  })
  const ids = standing.map(({ id }) => id)
  if (!ids.length) return
  for (const { id, last_answer } of standing) {
    const { rows: given } = await sql<{ id: number }>`
      delete from answers where shift = ${id} and id > ${last_answer} and via = 'rule' returning id`.execute(ctx.db)
    for (const answer of given) await withdrawRosterNotices(ctx.db, 'answer.declined', answer.id)
  }
  const values = sql.join(COLUMNS.map((name) => sql`${sql.ref(name)} = i.${sql.ref(name)}`))
  await sql`update shifts s set ${values}, sequence = s.sequence + 1, updated_at = clock_timestamp()
    from jsonb_populate_recordset(null::shifts, ${JSON.stringify(standing)}::jsonb) i where s.id = i.id`.execute(ctx.db)
  for (const { id, person, sought } of standing)
    if (sought)
      await sql`update covers set person = ${person}, updated_at = clock_timestamp()
        where shift = ${id} and state = any (${[...OPEN_STATES]})`.execute(ctx.db)
    else await stopCover(ctx, id)
  ctx.wake('reminders.plan')
}
