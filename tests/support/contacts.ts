import type { Site } from '#server/engine/tenancy/site.ts'
import type { World } from './world.ts'

/** Chooses contacts of an event, or of the event of a shift. */
export async function chooseContacts(
  world: World,
  site: Site,
  of: { event: number } | { shift: number },
  ...people: readonly { id: number }[]
): Promise<void> {
  const event = 'event' in of ? '$2' : '(select event from core.shifts where id = $2)'
  for (const { id } of people)
    await world.superuser.query(`insert into core.event_contacts (site_id, event, person) values ($1, ${event}, $3)`, [
      site.id,
      'event' in of ? of.event : of.shift,
      id,
    ])
}
