export type FieldLine = { name: string; type: string; required: boolean; note: string }

export type Operation = {
  key: string
  method: string
  path: string
  summary: string
  who: string
  parameters: FieldLine[]
  /** An earlier operation with the same parameters, which are then omitted. */
  same_as: { key: string; summary: string } | null
  body: { type: string; form: boolean; fields: FieldLine[] } | null
  example: string
  answers: { status: string; description: string; type: string; fields: FieldLine[]; example: string | null }[]
  refusals: string[]
}

export type AreaEntry = { key: string; title: string; calls: number; collection: boolean }
export type Hit = { area: string; key: string; method: string; path: string; summary: string }

export type ApiReference = {
  areas: AreaEntry[]
  area: { key: string; title: string; record: FieldLine[] | null; operations: Operation[] } | null
  search: string
  /** Search results; null without a search. */
  found: Hit[] | null
}
