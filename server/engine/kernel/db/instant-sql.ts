import { type RawBuilder, sql } from 'kysely'

/** SQL for an instant in the format of the API: `2027-03-01T09:00:00.000Z`. Connections run in UTC. */
export const instantSql = (value: string): string => `to_char(${value}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** `instantSql` for kysely. `value` is our own SQL, never input. */
export const instantText = (value: string): RawBuilder<string> => sql.raw<string>(instantSql(value))

/**
 * SQL for an instant as wall time of `zone`: `2027-03-01 09:00:00`, with milliseconds if any. When clocks go back, the
 * later of two equal wall times is formatted by `instantSql`, so that both can be parsed.
 */
export function wallClockSql(value: string, zone: string): string {
  const wall = (earlier: string) => `(${value} - interval '${earlier}') at time zone ${zone}`
  const now = `${value} at time zone ${zone}`
  return `case when ${wall('1 hour')} = ${now} or ${wall('30 minutes')} = ${now} then ${instantSql(value)}
    else to_char(${now}, case when date_trunc('second', ${value}) = date_trunc('milliseconds', ${value}) then 'YYYY-MM-DD HH24:MI:SS' else 'YYYY-MM-DD HH24:MI:SS.MS' end) end`
}
