/** Rows a page of one's own tables: 10 unless chosen, -1 for all. */
export const PAGE_SIZES = [10, 25, 50, 100, -1] as const

export type OwnPage<T> = { rows: T[]; count: number; limit: number; page: number }

/** What the address asks for; anything else is the first page of ten. */
export function pageOf(params: URLSearchParams): { limit: number; page: number } {
  const limit = PAGE_SIZES.find((size) => String(size) === params.get('limit')) ?? 10
  const page = /^[1-9]\d{0,6}$/.test(params.get('page') ?? '') && limit > 0 ? Number(params.get('page')) : 1
  return { limit, page }
}

export const pageQuery = ({ limit, page }: { limit: number; page: number }) => ({
  limit: String(limit),
  offset: String(limit > 0 ? (page - 1) * limit : 0),
})

type Listed = { count: number; order: number[]; results: Record<string, Record<string, Record<string, unknown>>> }

/** The rows of an answer of the collections engine in their order, and how to find what was expanded. */
export function readList(text: string, name: string) {
  const { count, order, results } = JSON.parse(text) as Listed
  return {
    count,
    rows: order.map((id) => results[name]?.[String(id)] ?? {}),
    nameOf: (collection: string, id: unknown, key = 'name') => {
      const found = results[collection]?.[String(id)]?.[key]
      return typeof found === 'string' ? found : null
    },
  }
}

/** Instants are ISO texts. */
export type OwnShiftRow = {
  id: number
  event: number
  name: string
  duty: string
  start: string
  end: string
  actual_start: string | null
  actual_end: string | null
  hours: number | null
}
