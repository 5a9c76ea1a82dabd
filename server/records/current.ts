/** SQL: `expiresSql` of a record with its competency's row. */
export const expiryOf = (record: string, competency: string) =>
  `(${record}.achieved + make_interval(months => ${competency}.valid_months))::date`

/**
 * SQL of the last valid day of the record `t`: the achieved day plus the competency's months (the end of a shorter
 * month); null if it never expires. Computed, so that it follows changes of the competency and the date.
 */
export const expiresSql = (t: string) =>
  `(select ${expiryOf(t, 'c')} from core.competencies c where c.id = ${t}.competency)`

/**
 * SQL: whether the record `t` is the newest of its person and competency, and not expired.
 * @param today SQL of today's date in the site's zone.
 */
export const currentSql = (t: string, today: string) =>
  `(coalesce(${expiresSql(t)} >= ${today}, true) and ${newestSql(t, today)})`

/** SQL: whether the record `t` is the newest of its person and competency achieved by `today`. */
export const newestSql = (t: string, today: string) =>
  `(${t}.achieved <= ${today} and not exists (select from core.records newer where newer.person = ${t}.person
    and newer.competency = ${t}.competency and newer.achieved <= ${today} and (newer.achieved, newer.id) > (${t}.achieved, ${t}.id)))`
