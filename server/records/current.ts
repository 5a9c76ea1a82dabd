/**
 * Builds SQL of the last valid day of the record `t`: the achieved day plus the competency's months (the end of a shorter
 * month); null where it never expires. Computed, not stored, so that it follows a change of the competency and the site's today.
 */
export const expiresSql = (t: string) =>
  `(select (${t}.achieved + make_interval(months => c.valid_months))::date from core.competencies c where c.id = ${t}.competency)`

/**
 * Builds SQL that is true when the record `t` is current: the newest of its person and competency, and not expired.
 * @param today SQL of today's date in the site's zone.
 */
export const currentSql = (t: string, today: string) =>
  `(coalesce(${expiresSql(t)} >= ${today}, true) and ${newestSql(t, today)})`

/** Builds SQL that is true when the record `t` is the newest of its person and competency that is achieved by `today`. */
export const newestSql = (t: string, today: string) =>
  `(${t}.achieved <= ${today} and not exists (select from core.records newer where newer.person = ${t}.person
    and newer.competency = ${t}.competency and newer.achieved <= ${today} and (newer.achieved, newer.id) > (${t}.achieved, ${t}.id)))`
