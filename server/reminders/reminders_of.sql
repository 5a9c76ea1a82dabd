-- A shift's reminders to its person, with due times. server/deliveries/due.ts computes the same. A skipped local time
-- moves forward; an ambiguous one is the later.

-- Each kind by channel; see server/organisation/reminders-contract.ts.
create or replace function core.reminder_kinds() returns table (kind text, days integer, span text, channel text)
language sql immutable as $$
  values ('reminder.day', 1, 'P1D', 'email'), ('reminder.day', 1, 'P1D', 'sms'),
    ('reminder.week', 7, 'P7D', 'email'), ('reminder.week', 7, 'P7D', 'sms')
$$;

-- So many days before the start, at the same local time.
create or replace function core.reminder_due(start timestamptz, zone text, days integer) returns timestamptz
language sql stable parallel safe as $$
  select ((start at time zone zone) - make_interval(days => days)) at time zone zone
$$;

-- 30 minutes before the quiet hours that `due` is in, else `due`.
create or replace function core.before_quiet(due timestamptz, zone text, quiet_start text, quiet_end text) returns timestamptz
language sql stable parallel safe as $$
  select case
    when quiet_start < quiet_end and to_char(due at time zone zone, 'HH24:MI') >= quiet_start and to_char(due at time zone zone, 'HH24:MI') < quiet_end
      or quiet_start > quiet_end and to_char(due at time zone zone, 'HH24:MI') >= quiet_start
      then ((due at time zone zone)::date + quiet_start::time - interval '30 minutes') at time zone zone
    when quiet_start > quiet_end and to_char(due at time zone zone, 'HH24:MI') < quiet_end
      then ((due at time zone zone)::date - 1 + quiet_start::time - interval '30 minutes') at time zone zone
    else due end
$$;

-- When a reminder is sent: texts are pulled forward, out of the quiet hours.
create or replace function core.message_due(
  start timestamptz, zone text, days integer, channel text, quiet_start text, quiet_end text
) returns timestamptz
language sql stable parallel safe as $$
  select case when channel = 'sms' then core.before_quiet(core.reminder_due(start, zone, days), zone, quiet_start, quiet_end)
    else core.reminder_due(start, zone, days) end
$$;

-- The last reminder of a shift is `final`.
create or replace function core.reminders_of(
  of_shift core.shifts
) returns table (kind text, channel text, start_local_date date, due_at timestamptz, useful_until timestamptz, final boolean)
language sql stable as $$
  select k.kind, k.channel, (of_shift.start at time zone t.timezone)::date,
    core.message_due(of_shift.start, t.timezone, k.days, k.channel, t.quiet_start, t.quiet_end),
    case when k.kind = 'reminder.week' and 'P1D' = any (t.reminder_offsets)
      then core.message_due(of_shift.start, t.timezone, 1, k.channel, t.quiet_start, t.quiet_end) else of_shift.start end,
    k.kind = 'reminder.day' or not 'P1D' = any (t.reminder_offsets)
  from core.sites t
  join core.people p on p.site_id = t.id and p.id = of_shift.person and p.is_active and p.erased_at is null
  join core.reminder_kinds() k on k.span = any (t.reminder_offsets) and case k.channel when 'email' then p.email <> ''
    else t.sms_enabled and p.phone is not null and p.sms_verified and p.sms_notifications end
  where t.id = of_shift.site_id and t.status = 'active' and of_shift.draft is not null and of_shift.actual_start is null
    and not exists (select from core.events e where e.site_id = of_shift.site_id and e.id = of_shift.event and e.decision = 'off')
$$;
