import { type Db, run } from './site-table.ts'

/** Sites without a template of their own get those that new sites begin with. */
export async function up(db: Db) {
  await run(
    db,
    `alter table core.sites no force row level security;
     alter table core.messagetemplates no force row level security;
     insert into core.messagetemplates (site_id, name, kind, subject, body)
       select s.id, t.name, 'email', t.subject, t.body from core.sites s cross join (values
         ('Call for helpers', 'Can you help on {{event.day|one of the next days}}?', 'Hello {{person.first_name|there}},

**{{event.name|our next event}}** starts on {{event.start}} and still needs {{event.open_shifts|some}} more people. If you are free, please sign up:

{{button.sign_up}}

Every hour helps. If you have not done it before, somebody will show you.

Thank you

{{sender.name}}'),
         ('Thank you', 'Thank you for {{event.name|your help}}', 'Hello {{person.first_name|there}},

thank you for your help at {{event.name|our event}}. It would not have happened without you.

If something went wrong, or could be easier next time, reply to this mail.

See you soon

{{sender.name}}'),
         ('Cancelled because of weather', 'Cancelled: {{event.name|our event}} on {{event.day|the day}}', 'Hello {{person.first_name|there}},

the forecast is too bad: **{{event.name|our event}}** on {{event.start}} does not take place. You need not come.

If it is held on another day, we will write again.

{{sender.name}}'),
         ('Season opens', 'The season opens at {{site.name}}', 'Hello {{person.first_name|there}},

the new season begins, and the first shifts are open. Please look at your shifts, and mark the days when you cannot come:

{{button.shifts}}

We look forward to seeing you.

{{sender.name}}'),
         ('Papers run out', 'Your papers run out soon', 'Hello {{person.first_name|there}},

one of your certificates runs out soon. Without it you cannot take the shifts that need it.

Please book a course in time, and send us the new certificate: reply to this mail.

{{sender.name}}')) t (name, subject, body)
       where s.status <> 'deleted' and not exists (select from core.messagetemplates m where m.site_id = s.id);
     alter table core.messagetemplates force row level security;
     alter table core.sites force row level security;`,
  )
}
