import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'

/** SQL: unanswered coming shifts, asked twice or starting within a day, when no second request is sent. */
const silentSql = ({ site, clock }: Ctx) => sql`
  s.answer = 'asked' and s.is_published and not s.has_begun and s.start > ${clock.now()}
  and (s.nudged or s.start <= ${clock.now()}::timestamptz + interval '1 day') and ${site.ask_answers}
  and s.is_live`

const ASKED_AT = instantText('greatest(s.draft, s.assigned_at, s.start_changed_at)')

const askedAgain = sql`select min(d.due_at) filter (where d.kind = 'answer.nudge') as nudged_at,
    bool_or(d.channel = 'sms' and d.state = 'failed') as sms_failed
  from deliveries d where d.site_id = s.site_id and d.shift = s.id and d.person = s.person`

/** `sms_failed`: whether the provider rejected a text about the shift, e.g. to an unused number. Instants are ISO. */
export type SilentFacts = {
  assignment: string | null
  role: string | null
  phone: string | null
  asked_at: string
  nudged_at: string | null
  sms_failed: boolean
}

/** SQL: the rows of To do. Its facts are how to phone the person, and when they were asked. */
export const silentToDo = (ctx: Ctx): RawBuilder<unknown> => sql`
  select s.id, s.person_start as at, s.person, coalesce(nullif(p.name, ''), p.email) as who, p.avatar, s.event, s.event_label as what, s.person_start as start,
    json_build_object('assignment', s.assignment_name, 'role', s.role_name, 'phone', p.phone, 'asked_at', ${ASKED_AT}, 'nudged_at', ${instantText('d.nudged_at')},
      'sms_failed', coalesce(d.sms_failed, false)) as facts
  from shift_facts s join people p on p.site_id = s.site_id and p.id = s.person left join lateral (${askedAgain}) d on true
  where ${silentSql(ctx)}`
