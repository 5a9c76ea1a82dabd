import type { Kysely } from 'kysely'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'

type Starter = { name: string; kind: 'email' | 'sms'; subject: string; body: string }

export const STARTERS: readonly Starter[] = [
  {
    name: 'Call for helpers',
    kind: 'email',
    subject: 'Can you help on {{event.day|a day soon}}?',
    body: `Hello {{person.first_name|there}},

**{{event.name|our next event}}** starts on {{event.start}} and still needs more people. If you’re free, please sign up:

{{button.sign_up}}

Every hour helps. If you haven’t done it before, someone will show you.

Many thanks

{{sender.name}}`,
  },
  {
    name: 'Thank you',
    kind: 'email',
    subject: 'Thank you for {{event.name|your help}}',
    body: `Hello {{person.first_name|there}},

Thank you for your help at {{event.name|our event}}. We couldn’t have done it without you.

If something went wrong, or could be easier next time, just reply to this email.

See you soon

{{sender.name}}`,
  },
  {
    name: 'Cancelled because of weather',
    kind: 'email',
    subject: 'Cancelled: {{event.name|our event}} on {{event.day|the day}}',
    body: `Hello {{person.first_name|there}},

The forecast is too poor, so **{{event.name|our event}}** on {{event.start}} is cancelled. There’s no need to come.

If we move it to another day, we’ll let you know.

{{sender.name}}`,
  },
  {
    name: 'Season opens',
    kind: 'email',
    subject: 'The season opens at {{site.name}}',
    body: `Hello {{person.first_name|there}},

The new season is starting and the first shifts are open. Please look at your shifts, and mark the days when you can’t come:

{{button.shifts}}

We look forward to seeing you.

{{sender.name}}`,
  },
  {
    name: 'Certificates run out',
    kind: 'email',
    subject: 'Your certificate runs out soon',
    body: `Hello {{person.first_name|there}},

One of your certificates runs out soon. Without it you cannot take the shifts that need it.

Please book a course in good time and send us the new certificate by replying to this email.

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
