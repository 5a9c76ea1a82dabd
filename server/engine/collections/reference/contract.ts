/** One value of the reference: its name, its type as text, and whether it is required. */
export type FieldLine = { name: string; type: string; required: boolean; note: string }

export type Operation = {
  /** Its anchor on the page. */
  key: string
  method: string
  path: string
  summary: string
  /** Describes who may make the call. */
  who: string
  parameters: FieldLine[]
  /** The operation with the same parameters, which are then not repeated. */
  same_as: { key: string; summary: string } | null
  body: { type: string; form: boolean; fields: FieldLine[] } | null
  /** A command line that makes the call. */
  example: string
  answers: { status: string; description: string; type: string; fields: FieldLine[]; example: string | null }[]
  /** Statuses of refusals. */
  refusals: string[]
}

export type AreaEntry = { key: string; title: string; calls: number; collection: boolean }
export type Hit = { area: string; key: string; method: string; path: string; summary: string }

export type ApiReference = {
  areas: AreaEntry[]
  area: { key: string; title: string; record: FieldLine[] | null; operations: Operation[] } | null
  search: string
  /** Calls that the search finds; null without one. */
  found: Hit[] | null
}
