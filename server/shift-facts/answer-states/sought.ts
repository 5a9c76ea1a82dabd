/**
 * SQL: `Sought` or null: a hold for someone on an open shift's waiting list, or the shift's open search.
 * @param shift the alias of its row.
 */
export const soughtSql = (shift: string): string => `case when ${shift}.draft is not null then
  (select to_json(f) from (
    select 'held' as state, 0 as asked where ${shift}.person is null and exists (
      select from waitingoffers o where o.site_id = ${shift}.site_id and o.shift = ${shift}.id and o.ended is null and o.exclusive)
    union all
    select c.state, (select count(*)::int from coverasks k where k.site_id = c.site_id and k.cover = c.id)
    from covers c where c.site_id = ${shift}.site_id and c.shift = ${shift}.id and c.state in ('searching', 'paused', 'exhausted')
      and (${shift}.person is null or (select a.answer from core.shift_facts a where a.site_id = c.site_id and a.id = c.shift) = 'seeking_cover')) f
    order by f.state <> 'held' limit 1) end`
