import { type RawBuilder, sql } from 'kysely'
import { personOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'

/** A draft that was changed more recently is still being written. */
const RESTING_MS = 3_600_000

const NAME_LENGTH = 80

/**
 * SQL: the rows of To do: unfinished messages of the caller's own, `at` the time at which they were to be sent. A
 * scheduled one that was not sent comes immediately.
 */
export const draftsToDo = ({ actor, clock }: Ctx): RawBuilder<unknown> => sql`
  select m.id, m.scheduled_for as at, null::bigint as person, '' as who, null::text as avatar, null::bigint as event,
    left(regexp_replace(coalesce(nullif(btrim(m.subject), ''), btrim(m.body)), '\\s+', ' ', 'g'), ${sql.lit(NAME_LENGTH)}) as what,
    null::timestamptz as start, json_build_object('channel', m.kind, 'also_sms', m.also_sms, 'problem', m.problem) as facts
  from messages m
  where m.status = 'draft' and m.created_by = ${personOf(actor)} and btrim(m.subject || m.body) <> ''
    and (m.problem is not null or m.updated_at < ${new Date(clock.epochMs() - RESTING_MS)})`
