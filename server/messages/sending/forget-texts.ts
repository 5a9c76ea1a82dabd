import { type RawBuilder, sql } from 'kysely'

/**
 * SQL: deletes text and files of the messages `m` that meet a condition, and answers with their number. Subject, sender
 * and counts stay in the history.
 * @param set more that is set of `m`, after a comma.
 */
export const forgetTexts = (which: RawBuilder<unknown>, set = sql``): RawBuilder<{ done: number }> => sql`
  with gone as (select m.site_id, m.id, m.attachments from core.messages m where ${which}),
  forgotten as (update core.messages m set body = '', rendered_html = null, attachments = '[]' ${set} from gone g
    where m.site_id = g.site_id and m.id = g.id),
  unused as (update core.message_files f set unused_since = '-infinity'
    where (f.site_id, f.id) in (select g.site_id, (a ->> 'id')::bigint from gone g, jsonb_array_elements(g.attachments) a)
      and not exists (select from core.messages m where m.site_id = f.site_id and m.id not in (select id from gone)
        and m.attachments <> '[]' and m.attachments @> jsonb_build_array(jsonb_build_object('id', f.id))))
  select count(*)::integer as done from gone`
