import { paths } from '#app/shell/paths.ts'

/** Lists at an address of their own have all tools there; the others at the address of their records. */
const LISTED_AT: Record<string, string> = { events: `${paths.events}?view=all`, shifts: `${paths.shifts}?view=all` }

/** The address of the records that use one: those of `by` whose `field` refers to it. */
export function usesPath({ by, field }: { by: string; field: string }, id: number): string {
  const list = LISTED_AT[by] ?? `${paths.records(by)}?view=all`
  return `${list}&${field}=${id}`
}
