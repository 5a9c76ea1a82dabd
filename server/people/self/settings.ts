import { getCurrentUser } from '#server/accounts/queries.ts'
import type { PersonSettings } from '#server/engine/access/actor.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireOwnAct } from '#server/engine/access/permission.ts'
import { hiddenCalendars, MESSAGE_SWITCHES, type OwnSettingsChange } from './contract.ts'

const SWITCHES = [...MESSAGE_SWITCHES, 'cover_requests'] as const

/**
 * Absent settings and switches stay.
 * @returns the person as `auth/user` does.
 */
export async function changeOwnSettings(ctx: Ctx, change: OwnSettingsChange) {
  const person = requireOwnAct(ctx.actor)
  const { settings: requested, ...switches } = change
  const before = await ctx.db
    .selectFrom('people')
    .select(['settings', ...SWITCHES])
    .where('id', '=', person)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const settings = { ...(before.settings as Partial<PersonSettings>), ...requested }
  if (requested?.hidden_external_calendars !== undefined)
    settings.hidden_external_calendars = [...new Set(hiddenCalendars(requested.hidden_external_calendars))].join(',')
  await ctx.db
    .updateTable('people')
    .set({ ...switches, settings: JSON.stringify(settings), updated_at: ctx.clock.now() })
    .where('id', '=', person)
    .execute()
  const changed = SWITCHES.filter((name) => switches[name] !== undefined && switches[name] !== before[name])
  await audit(ctx, {
    action: 'settings.change',
    subject: 'people',
    subject_id: person,
    details: { switches: Object.fromEntries(changed.map((name) => [name, switches[name]])), settings: requested ?? {} },
  })
  if (changed.length) ctx.wake('reminders.plan')
  return getCurrentUser(ctx.db, person)
}
