import { sql } from 'kysely'
import { requireRecentSignIn } from '#server/accounts/recent-sign-in.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { settingsSql } from './settings-sql.ts'

export type OwnData = Record<string, unknown> & { photo_key: string | null }

/** Messages that admins wrote, where they reached the person: with the text as it was written, its fields in braces. */
const GOT = sql`d.kind like 'bulk:%' and d.state in ('sent', 'delivered', 'bounced', 'complained')`

/**
 * Collects all data of this site about the acting person, for them to keep; times are ISO instants in UTC. Secrets are left
 * out, and so is everything that only the site's managers see (notes, details of records), which the person can request from
 * the site.
 * @throws DomainError 'forbidden' with `reauth_required`.
 */
export async function readOwnData(ctx: Ctx): Promise<OwnData> {
  const me = requirePerson(ctx.actor)
  await requireRecentSignIn(ctx)
  const { rows } = await sql<{ data: OwnData }>`
    select jsonb_build_object(
      'person', (select jsonb_build_object('name', p.name, 'email', p.email, 'phone', p.phone, 'phone_verified', p.sms_verified,
          'access_role', p.role, 'active', p.is_active, 'joined', p.joined, 'last_login', ${instantText('p.last_login')}, 'tags', p.tags, 'settings', ${sql.raw(settingsSql('p.settings'))},
          'email_notifications', p.email_notifications, 'email_reminders', p.email_reminders, 'email_newsletters', p.email_newsletters,
          'sms_notifications', p.sms_notifications, 'cover_requests', p.cover_requests, 'consent_version', p.consent_version, 'consent_at', ${instantText('p.consent_at')}, 'created_at', ${instantText('p.created_at')})
        from people p where p.id = ${me}),
      'photo_key', (select p.avatar from people p where p.id = ${me}),
      'profile', (select coalesce(jsonb_agg(jsonb_build_object('field', f.display_name, 'value', e.value) order by f."order", f.id), '[]')
        from profileentries e join profilefields f on f.site_id = e.site_id and f.id = e.entry_type where e.person = ${me} and f.user_visible),
      'shifts', (select coalesce(jsonb_agg(jsonb_build_object('event', ev.name, 'start', ${instantText('s.start')}, 'end', ${instantText('s."end"')}, 'modified_start', ${instantText('s.modified_start')}, 'modified_end', ${instantText('s.modified_end')}, 'actual_start', ${instantText('s.actual_start')},
          'actual_end', ${instantText('s.actual_end')}, 'hours', s.hours, 'role', r.name, 'assignment', a.name, 'location', l.name, 'notes', s.notes, 'answer', s.answer, 'answered_at', ${instantText('s.answered_at')}, 'answer_reason', s.answer_reason) order by s.start, s.id), '[]')
        from shift_facts s join events ev on ev.site_id = s.site_id and ev.id = s.event
        left join roles r on r.site_id = s.site_id and r.id = s.role
        left join assignments a on a.site_id = s.site_id and a.id = s.assignment
        left join locations l on l.site_id = s.site_id and l.id = s.location where s.person = ${me} and s.draft is not null),
      'former_shifts', (select coalesce(jsonb_agg(jsonb_build_object('event', w.event_name, 'start', ${instantText('w.start')}, 'end', ${instantText('w."end"')}, 'modified_start', ${instantText('w.modified_start')}, 'modified_end', ${instantText('w.modified_end')}, 'actual_start', ${instantText('w.actual_start')},
          'actual_end', ${instantText('w.actual_end')}, 'hours', w.hours, 'role', w.role, 'assignment', w.assignment) order by w.start, w.id), '[]')
        from worked w where w.person = ${me} and w.draft is not null),
      'answers', (select coalesce(jsonb_agg(jsonb_build_object('event', ev.name, 'start', ${instantText('s.start')}, 'answer', w.answer, 'reason', w.reason, 'via', w.via,
          'at', ${instantText('w.at')}) order by w.id), '[]')
        from answers w join shifts s on s.site_id = w.site_id and s.id = w.shift join events ev on ev.site_id = s.site_id and ev.id = s.event where w.person = ${me}),
      'questions', (select coalesce(jsonb_agg(jsonb_build_object('event', ev.name, 'start', ${instantText('q.start')}, 'at', ${instantText('q.at')}, 'again', q.again) order by q.id), '[]')
        from questions q join shifts s on s.site_id = q.site_id and s.id = q.shift join events ev on ev.site_id = s.site_id and ev.id = s.event where q.person = ${me}),
      'answer_links', (select coalesce(jsonb_agg(jsonb_build_object('channel', h.channel, 'made_at', ${instantText('h.created_at')}, 'until', ${instantText('h.ends_at')}) order by h.id), '[]')
        from answer_links h where h.person = ${me}),
      'cover_requests', (select coalesce(jsonb_agg(jsonb_build_object('event', ev.name, 'start', ${instantText('s.start')}, 'asked_at', ${instantText('o.asked_at')}, 'answer', o.answer,
          'answered_at', ${instantText('o.answered_at')}) order by o.id), '[]')
        from coverasks o join covers c on c.site_id = o.site_id and c.id = o.cover join shifts s on s.site_id = c.site_id and s.id = c.shift
        join events ev on ev.site_id = s.site_id and ev.id = s.event where o.person = ${me}),
      'cover_searches', (select coalesce(jsonb_agg(jsonb_build_object('event', ev.name, 'start', ${instantText('s.start')}, 'state', c.state, 'started_at', ${instantText('c.started_at')}) order by c.id), '[]')
        from covers c join shifts s on s.site_id = c.site_id and s.id = c.shift join events ev on ev.site_id = s.site_id and ev.id = s.event where c.person = ${me}),
      'requests', (select coalesce(jsonb_agg(jsonb_build_object('event', ev.name, 'start', ${instantText('ev.start')}, 'comments', q.comments, 'created_at', ${instantText('q.created_at')}) order by q.id), '[]')
        from requests q join events ev on ev.site_id = q.site_id and ev.id = q.event where q.person = ${me}),
      'time_requests', (select coalesce(jsonb_agg(jsonb_build_object('event', ev.name, 'start', ${instantText('s.start')}, 'end', ${instantText('s."end"')}, 'modified_start', ${instantText('t.modified_start')},
          'modified_end', ${instantText('t.modified_end')}, 'comments', t.comments, 'created_at', ${instantText('t.created_at')}, 'answered_at', ${instantText('t.answered_at')}, 'granted', t.granted, 'reason', t.reason) order by t.id), '[]')
        from time_requests t join shifts s on s.site_id = t.site_id and s.id = t.shift
        join events ev on ev.site_id = s.site_id and ev.id = s.event where t.person = ${me}),
      'swaps', (select coalesce(jsonb_agg(jsonb_build_object('kind', w.kind, 'event', ev.name, 'start', ${instantText('s.start')}, 'wants', w.wants, 'comments', w.comments,
          'state', w.state, 'created_at', ${instantText('w.created_at')}) order by w.id), '[]')
        from swaps w join shifts s on s.site_id = w.site_id and s.id = w.shift join events ev on ev.site_id = s.site_id and ev.id = s.event where w.person = ${me}),
      'waiting_lists', (select coalesce(jsonb_agg(jsonb_build_object('event', ev.name, 'assignment', a.name, 'joined_at', ${instantText('wl.created_at')}) order by wl.id), '[]')
        from waiting wl join events ev on ev.site_id = wl.site_id and ev.id = wl.event join assignments a on a.site_id = wl.site_id and a.id = wl.assignment
        where wl.person = ${me}),
      'swap_answers', (select coalesce(jsonb_agg(jsonb_build_object('accepted', k.accepted, 'answered_at', ${instantText('k.answered_at')}) order by k.id), '[]')
        from swap_parts k where k.person = ${me}),
      'availability', (select coalesce(jsonb_agg(jsonb_build_object('date', v.date, 'available', v.available) order by v.date), '[]')
        from availability v where v.person = ${me}),
      'records', (select coalesce(jsonb_agg(jsonb_build_object('competency', c.name, 'training', t.name, 'achieved', x.achieved) order by x.achieved, x.id), '[]')
        from records x join competencies c on c.site_id = x.site_id and c.id = x.competency
        left join training t on t.site_id = x.site_id and t.id = x.training where x.person = ${me}),
      'messages', (select coalesce(jsonb_agg(jsonb_build_object('kind', d.kind, 'channel', d.channel, 'state', d.state, 'due_at', ${instantText('d.due_at')},
          'sent_at', ${instantText('d.sent_at')}, 'subject', case when ${GOT} then d.facts ->> 'subject' end, 'text', case when ${GOT} then coalesce(d.facts ->> 'text', m.body) end) order by d.id), '[]')
        from deliveries d left join messages m on m.site_id = d.site_id and m.id = case when d.kind like 'bulk:%' then substring(d.kind from 6)::bigint end
        where d.person = ${me}),
      'told', (select coalesce(jsonb_agg(jsonb_build_object('event', t.facts ->> 'event_name', 'start', t.facts ->> 'start', 'end', t.facts ->> 'end', 'yours', t.state = 'theirs',
          'by', t.by, 'at', ${instantText('t.at')}) order by t.id), '[]') from told t where t.person = ${me}),
      'withdrawn_shifts', (select coalesce(jsonb_agg(jsonb_build_object('event', w.event_name, 'start', ${instantText('w.start')}, 'end', ${instantText('w."end"')},
          'withdrawn_at', ${instantText('w.withdrawn_at')}) order by w.id), '[]') from withdrawn_shifts w where w.person = ${me}),
      'saved_views', (select coalesce(jsonb_agg(jsonb_build_object('name', b.name, 'list', b.collection, 'query', b.query, 'shared', b.shared) order by b.id), '[]')
        from savedviews b where b.person = ${me}),
      'calendar_subscription', (select jsonb_build_object('since', ${instantText('g.created_at')}) from calendar_feeds g where g.person = ${me}),
      'waiting', jsonb_build_object(
        'phone', (select jsonb_build_object('phone', k.phone, 'asked_at', ${instantText('k.created_at')}, 'until', ${instantText('k.expires_at')}) from phone_codes k where k.person = ${me}),
        'email', (select jsonb_build_object('email', m.email, 'asked_at', ${instantText('m.created_at')}, 'until', ${instantText('m.expires_at')}) from email_changes m where m.person = ${me}),
        'closure', (select jsonb_build_object('asked_at', ${instantText('y.requested_at')}, 'due_at', ${instantText('y.due_at')}) from closures y where y.person = ${me})),
      'sessions', (select coalesce(jsonb_agg(jsonb_build_object('created_at', ${instantText('z.created_at')}, 'last_seen_at', ${instantText('z.last_seen_at')}, 'address', z.ip,
          'device', z.user_agent) order by z.id), '[]') from sessions z where z.person = ${me} and z.impersonator is null),
      'audit', (select coalesce(jsonb_agg(jsonb_build_object('at', ${instantText('u.at')}, 'action', u.action) order by u.id), '[]')
        from audit u where u.person = ${me} or u.impersonator = ${me} or (u.subject = 'people' and u.subject_id = ${me}))
    ) as data`.execute(ctx.db)
  await audit(ctx, { action: 'account.download', subject: 'people', subject_id: me })
  const data = rows[0]?.data ?? { photo_key: null }
  return { site: ctx.site.name, made_at: ctx.clock.now().toISOString(), ...data }
}
