import { sql } from 'kysely'
import { runningSearch } from '#server/cover/own.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { inUnitOfWork } from '#server/engine/access/unit-of-work.ts'
import { DomainError, notFound } from '#server/engine/kernel/errors.ts'
import { beforeSql, mayAnswer } from '#server/shift-facts/answer-states/shown.ts'
import { linkReader } from '#server/shift-facts/link-page.ts'
import { giveAnswer, lockShifts } from '../commands.ts'
import type { AnswerPage, LinkAnswerInput } from '../contract.ts'
import { findLink, IS_AS_LINKED, IS_STILL_THEIRS, LINKED, STATED } from './store.ts'

const ended = () => notFound('This link is no longer valid.')

const AS_LINKED =
  sql.raw(`case when x.start is not null and not ${IS_AS_LINKED} then json_build_object('start', x.start, 'end', x."end",
  'location', (select b.name from locations b where b.site_id = s.site_id and b.id = x.location),
  'assignment', (select b.name from assignments b where b.site_id = s.site_id and b.id = x.assignment),
  'role', (select b.name from roles b where b.site_id = s.site_id and b.id = x.role)) end`)

/**
 * Reads the page of a link. Read-only, because mail scanners follow links.
 * @throws DomainError 'not_found' for an unknown, used, foreign or expired link, without distinction.
 */
export async function readAnswerPage(ctx: Ctx, secret: string, token: string): Promise<AnswerPage> {
  const now = ctx.clock.now()
  const link = await findLink(ctx.db, { site: ctx.site.id, secret, token, now })
  if (!link) throw ended()
  const { rows } = await sql<{ shifts: AnswerPage['shifts']; name: string; settings: unknown }>`
    select p.name, p.settings, coalesce((select json_agg(x order by x.start, x.id) from (
      select s.id, s.event_label as event, s.person_start as start, s.person_end as "end",
        s.location_name as location, s.assignment_name as assignment, s.role_name as role, s.answer, ${sql.raw(runningSearch('s'))} as sought,
        coalesce(${sql.raw(beforeSql('s'))}, ${AS_LINKED}) as before, not ${sql.raw(IS_AS_LINKED)} as changed, ${sql.raw(STATED)} as stated
      from jsonb_to_recordset(${JSON.stringify(link.shifts)}::jsonb) as x ${sql.raw(LINKED)}
      join shift_facts s on s.id = x.id
      where s.person = ${link.person} and s.is_published and ${mayAnswer('s', now)} and ${sql.raw(IS_STILL_THEIRS)}) x), '[]') as shifts
    from people p where p.id = ${link.person} and p.is_active and p.erased_at is null`.execute(ctx.db)
  const [row] = rows
  if (!row?.shifts.length) throw ended()
  const utc = (instant: string) => new Date(instant).toISOString()
  return {
    shifts: row.shifts.map(({ before, ...shift }) => ({
      ...shift,
      start: utc(shift.start),
      end: utc(shift.end),
      ...(before && { before: { ...before, start: utc(before.start), end: utc(before.end) } }),
    })),
    ...linkReader(ctx, row),
    until: link.ends_at.toISOString(),
  }
}

/**
 * Returns the shifts an answer applies to: the named one, the only one, or all unanswered ones.
 * @throws DomainError 'conflict' if one has changed since the message and `stated` does not match the page.
 */
function meantBy({ shift, stated }: Pick<LinkAnswerInput, 'shift' | 'stated'>, { shifts }: AnswerPage): number[] {
  const meant = shifts.filter(({ id, answer }) =>
    shift === undefined ? shifts.length === 1 || answer === 'asked' : id === shift,
  )
  if (meant.some((one) => one.changed && !stated?.includes(one.stated)))
    throw new DomainError('conflict', 'This shift has changed since you were asked. Please look at it first.')
  return meant.map(({ id }) => id)
}

/**
 * Answers one shift of a link, or all unanswered ones. Answers can change until the shift begins.
 * @throws DomainError 'not_found' as `readAnswerPage`, also for a shift outside the link; 'conflict' as `meantBy`.
 */
export async function answerByLink(
  ctx: Ctx,
  secret: string,
  token: string,
  { shift, stated, ...input }: LinkAnswerInput,
): Promise<AnswerPage> {
  const before = await readAnswerPage(ctx, secret, token)
  const ids = meantBy({ shift, stated }, before)
  if (!ids.length && shift === undefined) return before
  if (!ids.length) throw ended()
  await lockShifts(ctx, ids)
  // Reread under the lock: the shift may have been reassigned.
  const page = await readAnswerPage(ctx, secret, token)
  const standing = meantBy({ shift, stated }, page).filter((id) => ids.includes(id))
  if (!standing.length && shift === undefined) return page
  if (!standing.length) throw ended()
  const locked = await lockShifts(ctx, standing)
  await inUnitOfWork(ctx, async (unit) => {
    for (const id of standing) {
      const found = locked.get(id)
      await giveAnswer(
        unit,
        found,
        { ...input, release: false },
        { me: null, admin: false, given_by: found?.person ?? null, via: 'link' },
      )
    }
  })
  return readAnswerPage(ctx, secret, token)
}
