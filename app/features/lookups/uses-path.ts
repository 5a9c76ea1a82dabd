import { paths } from '#app/shell/paths.ts'

const LISTED_AT: Record<string, string> = { events: `${paths.events}?view=all`, shifts: `${paths.shifts}?view=all` }

/** URL of the records of `by` whose `field` refers to a record. */
export function usesPath({ by, field }: { by: string; field: string }, id: number): string {
  const list = LISTED_AT[by] ?? `${paths.records(by)}?view=all`
  return `${list}&${field}=${id}`
}
