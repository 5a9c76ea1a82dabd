import type { Kysely } from 'kysely'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'

type Starter = { name: string; kind: 'email' | 'sms'; subject: string; body: string }

export const STARTERS: readonly Starter[] = [
  {
    name: 'Call for helpers',
    kind: 'email',
    subject: 'Can you help on {{event.day|one of the next days}}?',
    body: `Hello {{person.first_name|there}},

**{{event.name|our next event}}** starts on {{event.start}} and still needs {{event.open_shifts|some}} more people. If you are free, please sign up:

{{button.sign_up}}

Every hour helps. If you have not done it before, someone will show you.

Thank you

{{sender.name}}`,
  },
  {
    name: 'Thank you',
    kind: 'email',
    subject: 'Thank you for {{event.name|your help}}',
    body: `Hello {{person.first_name|there}},

thank you for your help at {{event.name|our event}}. It would not have happened without you.

If something went wrong, or could be easier next time, reply to this mail.

See you soon

{{sender.name}}`,
  },
  {
    name: 'Cancelled because of weather',
    kind: 'email',
    subject: 'Cancelled: {{event.name|our event}} on {{event.day|the day}}',
    body: `Hello {{person.first_name|there}},

the forecast is too bad: **{{event.name|our event}}** on {{event.start}} does not take place. You need not come.

If it is held on another day, we will write again.

{{sender.name}}`,
  },
  {
    name: 'Season opens',
    kind: 'email',
    subject: 'The season opens at {{site.name}}',
    body: `Hello {{person.first_name|there}},

the new season begins, and the first shifts are open. Please look at your shifts, and mark the days when you cannot come:

{{button.shifts}}

We look forward to seeing you.

{{sender.name}}`,
  },
  {
    name: 'Papers run out',
    kind: 'email',
    subject: 'Your papers run out soon',
    body: `Hello {{person.first_name|there}},

one of your certificates runs out soon. Without it you cannot take the shifts that need it.

Please book a course in time, and send us the new certificate: reply to this mail.

{{sender.name}}`,
  },
]

/**
 * Adds the starter templates.
 * @param db a transaction of this site
 */
export async function addStarterTemplates(db: Kysely<DB>, site: number): Promise<void> {
  await db
    .insertInto('messagetemplates')
    .values(STARTERS.map((starter) => ({ site_id: site, ...starter })))
    .execute()
}
