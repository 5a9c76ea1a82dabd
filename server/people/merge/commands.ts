import { sql } from 'kysely'
import { queueNotices } from '#server/deliveries/account-notices.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requirePerson, requireStanding } from '#server/engine/access/permission.ts'
import { inUnitOfWork } from '#server/engine/access/unit-of-work.ts'
import { mapConstraintErrors } from '#server/engine/collections/constraint-messages.ts'
import type { CollectionsEngine } from '#server/engine/collections/engine.ts'
import { DomainError, invalid } from '#server/engine/kernel/errors.ts'
import { people } from '../contract.ts'
import { profileentriesCollection } from '../profile-entries/collection.ts'
import type { Merged, MergeInput, Taken } from './contract.ts'
import { findMatches, readWaiting } from './queries.ts'
import { type MergeFacts, takenFrom } from './rules.ts'

export const NOT_CONFIRMED =
  'The email of this registration isn’t confirmed yet, so anyone could have registered with it. It can be merged once it’s confirmed.'
export const NO_MATCH = 'Choose a member with the same name or phone as the registration. Admins cannot be chosen.'
export const IN_USE =
  'This registration already has records of its own, such as shifts or training, so it cannot be merged.'

/**
 * Merges a registration into an existing person, who takes what they lack; removes the registration. Never changes the
 * person's email, account, access role or activation: anyone can register under another's name. Cannot be undone, since
 * the person may have used what they took.
 * @returns the person, and what they took.
 * @throws DomainError 'not_found' for a registration that is not pending; 'conflict' while its email is unconfirmed or
 * when it has records; 'invalid' under `person` for someone who is not offered; 'forbidden'.
 */
export async function mergeRegistration(
  ctx: Ctx,
  engine: CollectionsEngine,
  id: number,
  { person }: MergeInput,
): Promise<Merged> {
  requireStanding(ctx.actor, 'admin')
  requirePerson(ctx.actor)
  return inUnitOfWork(ctx, async (unit) => {
    const locked = await engine.lock(unit, people.name, [id, person])
    const registration = await readWaiting(unit.db, id)
    if (!registration.confirmed) throw new DomainError('conflict', NOT_CONFIRMED)
    const [match] = await findMatches(unit.db, id, person)
    const stored = locked.get(person)
    if (!match || !stored) throw invalid({ person: [NO_MATCH] })
    const fields = takenFrom(registration, stored as unknown as MergeFacts)
    if (Object.keys(fields).length) await engine.records(people).update(unit, [{ id: person, ...fields }])
    const entries = await takeEntries(unit, id, person)
    await sql`update event_contacts c set person = ${person} where c.person = ${id} and not exists (
      select from event_contacts own where own.event = c.event and own.person = ${person})`.execute(unit.db)
    await unit.db.deleteFrom('event_contacts').where('person', '=', id).execute()
    await unit.db.updateTable('worked').set({ person }).where('person', '=', id).execute()
    await removeRegistration(unit, engine, id)
    const taken = [...(Object.keys(fields) as Taken[]), ...(entries ? (['profileentries'] as const) : [])]
    await audit(unit, {
      action: 'people.merge',
      subject: people.name,
      subject_id: person,
      details: { registration: id, taken },
    })
    if (match.is_active) await notifyOfMerge(unit, person)
    return { person, taken }
  })
}

/** Moves the profile entries that the person lacks; drops the others. @returns how many were moved. */
async function takeEntries({ db, clock }: Ctx, registration: number, person: number): Promise<number> {
  const moved = await mapConstraintErrors(profileentriesCollection, () =>
    sql`update profileentries e set person = ${person}, updated_at = ${clock.now()}
      where e.person = ${registration} and not exists (
        select from profileentries own where own.person = ${person} and own.entry_type = e.entry_type)
      returning e.id`.execute(db),
  )
  await db.deleteFrom('profileentries').where('person', '=', registration).execute()
  return moved.rows.length
}

async function removeRegistration(ctx: Ctx, engine: CollectionsEngine, id: number): Promise<void> {
  try {
    await engine.remove(ctx, people.name, id, 0)
  } catch (error) {
    const reaches =
      error instanceof DomainError && error.code === 'conflict' && error.extras.body?.confirm !== undefined
    throw reaches ? new DomainError('conflict', IN_USE, { cause: error }) : error
  }
}

/** Sends to the person's own email; the registration's address gets nothing. */
const notifyOfMerge = (ctx: Ctx, person: number) =>
  queueNotices(ctx, {
    kind: 'account.merged',
    person,
    title: 'You’re already on our list',
    paragraphs: [
      `On {at} ${ctx.site.name.replaceAll(/[{}]/g, '')} merged a new registration in your name with the record it already had for you.`,
      'Nothing changes for you. Sign in with this email. You can change it in your profile.',
      'If you didn’t register again, please let the club know by replying to this email.',
    ],
    times: { at: ctx.clock.now().toISOString() },
    action: { label: 'Sign in', path: '/dashboard' },
  })
