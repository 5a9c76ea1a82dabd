import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { beforeSql, mayAnswer } from '#server/shift-facts/answer-states/shown.ts'

/** What a person had answered to, if a change means asking again; instants are ISO. */
export type ShiftQuestion = { before: { start: string; end: string; location: string | null } | null }

/** SQL: the person's published shifts without an answer, which must be given before they begin. */
export const shiftQuestions = ({ site, clock }: Ctx, person: number): RawBuilder<unknown> => sql`
  select s.id, s.person_start as at, s.event, s.event_label as event_name, s.person_start as start, s.person_end as "end",
    s.assignment_name as assignment, s.role_name as role, s.location_name as location,
    json_build_object('before', ${sql.raw(beforeSql('s'))}) as facts
  from shift_facts s
  where s.person = ${person} and s.is_published and s.answer = 'asked' and ${site.ask_answers} and s.actual_end is null and ${mayAnswer('s', clock.now())}`
