import { actsInPerson } from '#server/engine/access/actor.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireStanding } from '#server/engine/access/permission.ts'
import { forbidden } from '#server/engine/kernel/errors.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { ORGANISATION_FIELDS, type Organisation, type OrganisationChange, type OrganisationField } from './contract.ts'

/** Fields that the planner reads; a change reschedules reminders. */
const REMINDER_FIELDS: readonly OrganisationField[] = [
  'timezone',
  'sms_enabled',
  'reminder_offsets',
  'quiet_start',
  'quiet_end',
]

/** Fields that only an admin in person may change: access, embedding and reply addresses. */
const PERSON_ONLY_FIELDS: readonly OrganisationField[] = [
  'hide_account_existence',
  'embed_origins',
  'allowed_external_calendars',
  'contact_email',
  'url',
]

export const organisationOf = (site: Site): Organisation =>
  Object.fromEntries(ORGANISATION_FIELDS.map((field) => [field, site[field]])) as Organisation

/**
 * Changes the acting admin's site. Absent fields stay; a change to the stored values writes nothing.
 * @returns the site afterwards.
 * @throws DomainError 'forbidden' for anyone but an admin.
 */
export async function changeOrganisation(ctx: Ctx, change: OrganisationChange): Promise<Organisation> {
  requireStanding(ctx.actor, 'admin')
  const row = await ctx.db
    .selectFrom('sites')
    .select(ORGANISATION_FIELDS)
    .where('id', '=', ctx.site.id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const before = row as Organisation
  const changed = ORGANISATION_FIELDS.filter(
    (field) => change[field] !== undefined && JSON.stringify(change[field]) !== JSON.stringify(before[field]),
  )
  if (changed.length === 0) return before
  const refused = actsInPerson(ctx.actor) ? [] : changed.filter((field) => PERSON_ONLY_FIELDS.includes(field))
  if (refused.length)
    throw forbidden(
      ctx.actor.kind === 'key'
        ? `API keys cannot change ${refused.join(', ')}.`
        : `No one can change ${refused.join(', ')} while acting as someone else.`,
    )
  const patch = Object.fromEntries(changed.map((field) => [field, change[field]])) as Partial<Organisation>
  const { cover_rungs, ...plain } = patch
  const stored = { ...plain, ...(cover_rungs && { cover_rungs: JSON.stringify(cover_rungs) }) }
  await ctx.db.updateTable('sites').set(stored).where('id', '=', ctx.site.id).execute()
  await audit(ctx, { action: 'site.change', subject: 'sites', subject_id: ctx.site.id, details: { fields: changed } })
  if (changed.some((field) => REMINDER_FIELDS.includes(field))) ctx.wake('reminders.plan')
  return { ...before, ...patch }
}
