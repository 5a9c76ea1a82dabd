import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { invalid } from '#server/engine/kernel/errors.ts'
import { hideAddress, readAddresses } from '#server/organisation/calendar-addresses.pure.ts'

/**
 * Hides or shows one of the site's external calendars for the acting person. Locks the row, so that concurrent choices
 * both count.
 * @throws DomainError 'invalid' for an address that the site does not allow.
 */
export async function hideCalendar(ctx: Ctx, { address, hide }: { address: string; hide: boolean }): Promise<void> {
  const person = requirePerson(ctx.actor)
  const allowed = readAddresses(ctx.site.allowed_external_calendars)
  if (!allowed.includes(address)) throw invalid({ address: ['This isn’t one of the site’s calendars.'] })
  const { settings } = await ctx.db
    .selectFrom('people')
    .select('settings')
    .where('id', '=', person)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const stored = (settings as { hidden_external_calendars?: string } | null)?.hidden_external_calendars
  const hidden = hideAddress(allowed, readAddresses(stored), address, hide)
  await sql`
    update people set settings = jsonb_set(settings, '{hidden_external_calendars}', to_jsonb(${hidden}::text)), updated_at = clock_timestamp()
    where id = ${person}`.execute(ctx.db)
}
