import { PAGE_SIZES } from '#app/collections/page-sizes.ts'
import type { RecordPage } from '#server/engine/collections/answers.ts'
import type { ShiftAnswer } from '#server/shift-facts/answer-states/contract.ts'
import type { Unfit } from '#server/suitability/missing/rules.ts'

export type OwnPage<T> = { rows: T[]; count: number; limit: number; page: number }

/** A page of a viewer's own table in its URL: 10 rows by default, -1 for all. */
export function parsePage(params: URLSearchParams): { limit: number; page: number } {
  const limit = PAGE_SIZES.find((size) => String(size) === params.get('limit')) ?? 10
  const page = /^[1-9]\d{0,6}$/.test(params.get('page') ?? '') && limit > 0 ? Number(params.get('page')) : 1
  return { limit, page }
}

export const pageAddress = (now: number) => (change: { limit?: number; page?: number }) => {
  const { limit, page } = { limit: now, page: 1, ...change }
  return `?limit=${limit}&page=${page}`
}

export const pageQuery = ({ limit, page }: { limit: number; page: number }) => ({
  limit: String(limit),
  offset: String(limit > 0 ? (page - 1) * limit : 0),
})

/** Name of an expanded record; null without one. */
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
  outside: boolean
  planned_start: string
  planned_end: string
  /** The times agreed with the person, where they differ from the shift's; `start` and `end` go by them. */
  modified_start: string | null
  modified_end: string | null
  actual_start: string | null
  actual_end: string | null
  hours: number | null
  answer: ShiftAnswer | null
  nudged: boolean
  sought: boolean
  may_answer: boolean
  unfit: Unfit | null
  called_off: boolean
  archived: boolean
}

/** `take_back_until`: until when a start recorded by mistake can be undone, ISO; null when it cannot. */
export type ListedShift = OwnShiftRow & { take_back_until: string | null }
