import type { RecordPage } from '#server/engine/collections/answers.ts'
import type { ShiftAnswer } from '#server/shift-facts/answer-states/contract.ts'
import type { Unfit } from '#server/suitability/missing/rules.ts'

/** Page sizes of the reader's own tables: 10 by default, -1 for all. */
export const PAGE_SIZES = [10, 25, 50, 100, -1] as const

export type OwnPage<T> = { rows: T[]; count: number; limit: number; page: number }

/** Parses the page from the URL; defaults to the first page of ten. */
export function parsePage(params: URLSearchParams): { limit: number; page: number } {
  const limit = PAGE_SIZES.find((size) => String(size) === params.get('limit')) ?? 10
  const page = /^[1-9]\d{0,6}$/.test(params.get('page') ?? '') && limit > 0 ? Number(params.get('page')) : 1
  return { limit, page }
}

export const pageQuery = ({ limit, page }: { limit: number; page: number }) => ({
  limit: String(limit),
  offset: String(limit > 0 ? (page - 1) * limit : 0),
})

/** The name of an expanded record; null where there is none. */
export function relatedName(related: RecordPage<unknown>['related'], collection: string, id: unknown) {
  const name = related[collection]?.[String(id)]?.name
  return typeof name === 'string' ? name : null
}

/** Instants are ISO strings. */
export type OwnShiftRow = {
  id: number
  event: number
  name: string
  assignment: string
  start: string
  end: string
  /** Whether it lies outside its event. */
  outside: boolean
  /** The shift's own times. */
  planned_start: string
  planned_end: string
  /** The times agreed with the person, where they differ from the shift's; `start` and `end` go by them. */
  modified_start: string | null
  modified_end: string | null
  actual_start: string | null
  actual_end: string | null
  hours: number | null
  /** What the person has said about a shift to come; null where nothing is asked. */
  answer: ShiftAnswer | null
  /** Whether it was asked for twice, and whether somebody is looked for. */
  nudged: boolean
  sought: boolean
  may_answer: boolean
  /** What the person misses for it; null for nothing. */
  unfit: Unfit | null
  /** Whether its event is called off, and whether it is archived. */
  called_off: boolean
  archived: boolean
}

/** `take_back_until`: until when a start that was recorded by mistake can be taken back, ISO; null when it cannot. */
export type ListedShift = OwnShiftRow & { take_back_until: string | null }
