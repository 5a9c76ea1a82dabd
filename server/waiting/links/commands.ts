import { sql } from 'kysely'
import { DEFAULT_SETTINGS } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { DomainError, notFound } from '#server/engine/kernel/errors.ts'
import { listInstead } from '#server/open-shifts/next-best.ts'
import { eventNameSql, isOnSql } from '#server/shift-facts/event-sql.ts'
import { linkReader } from '#server/shift-facts/link-page.ts'
import { acceptOffer, declineOffer } from '../commands.ts'
import { isAsOffered } from '../store.ts'
import type { HoldLinkAnswer, HoldPage } from './contract.ts'
import { type HoldTarget, readHoldToken } from './token.ts'

type Row = {
  id: number
  name: string
  email: string
  account_id: number | null
  settings: unknown
  mine: boolean
  offered: boolean
  declined: boolean
  until: Date | null
  event: string
  start: Date
  end: Date
  location: string | null
  assignment: string | null
  role: string | null
}

const ended = () => notFound('This link is no longer valid.')

/**
 * Reads the page of the link in an offer from a waiting list. Read-only, because mail scanners follow links.
 * @throws DomainError 'not_found', without distinction: unknown or foreign link; shift begun, unpublished or deleted.
 */
export async function readHoldPage(ctx: Ctx, secret: string, token: string): Promise<HoldPage> {
  const target = await targetOf(ctx, secret, token)
  const row = await readRow(ctx, target)
  const state = row.mine ? 'yours' : row.offered ? 'open' : row.declined ? 'declined' : 'taken'
  const { event, location, assignment, role } = row
  return {
    state,
    shift: { event, location, assignment, role, start: row.start.toISOString(), end: row.end.toISOString() },
    ...linkReader(ctx, row),
    until: state === 'open' ? (row.until?.toISOString() ?? null) : null,
    instead: state === 'taken' ? await listInstead(ctx, target.person, target.shift) : [],
  }
}

/**
 * Answers an offer for the person whose link it is, with a member's rights.
 * @returns null.
 * @throws DomainError as `readHoldPage`, `acceptOffer` and `declineOffer`.
 */
export async function answerHoldByLink(ctx: Ctx, secret: string, token: string, answer: HoldLinkAnswer): Promise<null> {
  const target = await targetOf(ctx, secret, token)
  const { id, name, email, account_id, mine, offered } = await readRow(ctx, target)
  const as: Ctx = {
    ...ctx,
    actor: {
      ...{ kind: 'person', session: 0, viewAsUser: false, impersonator: null },
      person: { ...{ id, name, email, account_id }, avatar: null, access_role: 'user', settings: DEFAULT_SETTINGS },
    },
  }
  if (answer === 'no') {
    if (offered) await declineOffer(as, target.place, target.offer)
    return null
  }
  if (mine) return null
  if (!offered) throw new DomainError('conflict', 'This shift is no longer held for you. Thank you for replying.')
  await acceptOffer(as, target.place, target.offer)
  return null
}

async function targetOf({ db, site, clock }: Ctx, secret: string, token: string): Promise<HoldTarget> {
  const read = readHoldToken(secret, site.id, token)
  if (!read) throw ended()
  if (!('code' in read)) return read
  const { rows } = await sql<{ target: HoldTarget }>`
    select shifts -> 0 -> 'hold' as target from answer_links
    where code = ${read.code} and channel = 'sms' and ends_at > ${clock.now()} and shifts #> '{0,hold}' is not null`.execute(
    db,
  )
  if (!rows[0]) throw ended()
  return rows[0].target
}

async function readRow({ db, clock }: Ctx, { place, offer, shift, person }: HoldTarget): Promise<Row> {
  const now = clock.now()
  const { rows } = await sql<Row>`
    select p.id, p.name, p.email, p.account_id, p.settings, s.person is not distinct from p.id as mine,
      coalesce(o.ended is null and o.hold_until > ${now} and s.person is null and ${sql.raw(isOnSql('e'))} and ${isAsOffered('o', 's', 'e')}, false) as offered,
      coalesce(o.ended = 'no', false) as declined, case when o.exclusive then o.hold_until end as until,
      ${sql.raw(eventNameSql('e.name'))} as event, s.start, s."end", coalesce(l.name, el.name) as location, a.name as assignment, r.name as role
    from people p join shifts s on s.id = ${shift} and s.draft is not null and s.start > ${now} join events e on e.id = s.event
    left join waiting w on w.id = ${place} and w.person = p.id
    left join waitingoffers o on o.id = ${offer} and o.waiting = w.id and o.shift = s.id
    left join assignments a on a.id = s.assignment left join roles r on r.id = s.role
    left join locations l on l.id = s.location left join locations el on el.id = e.location
    where p.id = ${person} and p.is_active and p.erased_at is null and p.role in ('user', 'admin')`.execute(db)
  if (!rows[0]) throw ended()
  return rows[0]
}
