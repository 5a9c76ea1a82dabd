import { type RawBuilder, sql } from 'kysely'

/** Builds SQL that spells an instant as the API does everywhere: `2027-03-01T09:00:00.000Z`. Connections run in UTC. */
export const instantSql = (value: string): string => `to_char(${value}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The same for a statement of kysely. `value` is SQL of our own, never input. */
export const instantText = (value: string): RawBuilder<string> => sql.raw<string>(instantSql(value))

/**
 * Builds SQL that spells an instant on the wall clock of `zone`: `2027-03-01 09:00:00`, with milliseconds where there are any.
 * Of two equal wall times, when the clocks go back, the later one is spelt as `instantSql` does, so that each can be read back.
 */
export function wallClockSql(value: string, zone: string): string {
  const wall = (earlier: string) => `(${value} - interval '${earlier}') at time zone ${zone}`
  const now = `${value} at time zone ${zone}`
  return `case when ${wall('1 hour')} = ${now} or ${wall('30 minutes')} = ${now} then ${instantSql(value)}
    else to_char(${now}, case when date_trunc('second', ${value}) = date_trunc('milliseconds', ${value}) then 'YYYY-MM-DD HH24:MI:SS' else 'YYYY-MM-DD HH24:MI:SS.MS' end) end`
}
