import { createSiteTable, type Db, reference, run } from './site-table.ts'

/**
 * Searches for somebody who covers a shift, and whom they asked. A shift has one search at a time, and a search asks a person once: what
 * a worker repeats after a crash finds the row that is there. Due searches are found across sites, and moved one site at a time.
 */
export async function up(db: Db) {
  await createSiteTable(
    db,
    'covers',
    `shift bigint not null,
     -- Whose shift it is while cover is sought; empty for an open shift.
     person bigint,
     state text not null default 'searching'
       constraint covers_state check (state in ('searching', 'paused', 'covered', 'stopped', 'exhausted')),
     -- How many groups were asked.
     rung integer not null default 0,
     next_rung_at timestamptz,
     -- Draws the order of people who are equal in everything else.
     seed integer not null default 0,
     covered_by bigint,
     started_by bigint,
     started_at timestamptz not null,
     moved_at timestamptz not null default now(),
     paused_by bigint,
     ended text constraint covers_ended
       check (ended in ('yes', 'filled', 'can_come', 'asked_again', 'cancelled', 'started', 'stopped', 'nobody_left')),
     ended_at timestamptz,
     created_at timestamptz not null default now(),
     updated_at timestamptz not null default now(),
     constraint covers_next check ((next_rung_at is not null) = (state = 'searching')),
     constraint covers_end check ((ended is not null) = (state in ('covered', 'stopped', 'exhausted'))),
     ${reference('covers', 'shift', 'shifts', 'cascade')},
     ${reference('covers', 'person', 'people', 'clear')},
     ${reference('covers', 'covered_by', 'people', 'clear')},
     ${reference('covers', 'started_by', 'people', 'clear')},
     ${reference('covers', 'paused_by', 'people', 'clear')}`,
  )
  await createSiteTable(
    db,
    'coverasks',
    `cover bigint not null,
     person bigint not null,
     rung integer not null default 1,
     asked_at timestamptz not null,
     answer text constraint coverasks_answer check (answer in ('yes', 'no')),
     answered_at timestamptz,
     channel text not null constraint coverasks_channel check (channel in ('email', 'sms', 'both', 'none')),
     -- Whom a coordinator asked although something speaks against it.
     despite boolean not null default false,
     -- The random part of the link, whose other part is derived from it.
     uid text not null default replace(gen_random_uuid()::text, '-', ''),
     created_at timestamptz not null default now(),
     updated_at timestamptz not null default now(),
     constraint coverasks_answered check ((answer is null) = (answered_at is null)),
     ${reference('coverasks', 'cover', 'covers', 'cascade')},
     ${reference('coverasks', 'person', 'people', 'cascade')}`,
  )
  await run(
    db,
    `create unique index covers_open on core.covers (site_id, shift) where state in ('searching', 'paused', 'exhausted');
     create index covers_shift on core.covers (site_id, shift);
     create index covers_person on core.covers (site_id, person);
     create index covers_covered_by on core.covers (site_id, covered_by);
     create index covers_started_by on core.covers (site_id, started_by);
     create index covers_paused_by on core.covers (site_id, paused_by);
     create index covers_due on core.covers (next_rung_at) where state = 'searching';
     create unique index coverasks_once on core.coverasks (site_id, cover, person);
     create index coverasks_person on core.coverasks (site_id, person, asked_at desc);
     create unique index coverasks_uid_key on core.coverasks (site_id, uid);

     create function core.covers_to_move(at timestamptz, most integer) returns jsonb
       language sql stable security definer set search_path = core, pg_temp as $$
       select coalesce(jsonb_agg(jsonb_build_object('site', site_id, 'cover', id)), '[]') from (
         select c.site_id, c.id from covers c
         join sites t on t.id = c.site_id and t.status = 'active'
         join shifts s on s.site_id = c.site_id and s.id = c.shift
         join events e on e.site_id = s.site_id and e.id = s.event
         where c.state in ('searching', 'paused', 'exhausted') and (
           c.state = 'searching' and c.next_rung_at <= at or s.start <= at or s.actual_start is not null or s.draft is null or e.archived
           or s.person is not null and (s.person is distinct from c.person or s.answer_state is distinct from 'seeking_cover'))
         order by c.next_rung_at nulls first, c.site_id, c.id limit most) q $$;
     alter function core.covers_to_move(timestamptz, integer) owner to watchbill_platform;
     revoke all on function core.covers_to_move(timestamptz, integer) from public;
     grant execute on function core.covers_to_move(timestamptz, integer) to watchbill_worker;`,
  )
}
