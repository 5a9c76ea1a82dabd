import type { ReactNode } from 'react'
import type { PlainContract } from '#server/engine/collections/contract.ts'
import type { useWhen } from '../shell/use-root.ts'
import type { Icon } from '../ui/section-card.tsx'

export type ListRecord = Record<string, unknown> & { id: number }

/** What a cell may draw from: the related records that were expanded, formats, and what the route added. */
export type CellContext = {
  related: RelatedOf
  when: ReturnType<typeof useWhen>
  extras: Record<number, unknown>
  called: ListData['called']
}

export type Column = {
  key: string
  title: string
  /** The engine's sort word; none where sorting makes no sense. */
  sort?: string
  align?: 'end'
  /** Where it goes in the two lines of a phone's row; the first column is always the first line. */
  phone: 'end' | 'below' | 'hidden'
  /** Its title stands before the value on a phone, where no heading says what it is. */
  said?: boolean
  cell: (record: ListRecord, context: CellContext) => ReactNode
}

/** A named query, shown as a tab. The first is the one without a word in the address. */
export type Tab = { key: string; label: string; query: Record<string, string>; sort?: string }

export type RelatedOf = (collection: string, id: unknown) => ListRecord | undefined

/** The values of a form as they stand, and how one is changed: for a field with an input of its own. */
export type FormValues = {
  values: Record<string, unknown>
  /** Undefined leaves the field out of what is sent. */
  change: (key: string, value: unknown) => void
  error: (key: string) => string | undefined
}

/** How one collection looks as a list with its form: everything that its contract does not say. */
export type ListView = {
  /** The collection's word; the loader sends its contract as plain data. */
  collection: string
  /** The word under which its saved views are kept, where another list of the same records has its own. */
  savedAs?: string
  /** Heading, where it is not the contract's title. */
  title?: string
  icon: Icon
  /** The list's address. */
  path: string
  /** Where a row leads: the record's form beside the list, unless it is a screen of its own. */
  recordPath: (record: ListRecord) => string
  /** A screen of the record's own, besides the form. */
  recordPage?: (record: ListRecord) => string
  expand?: string
  columns: Column[]
  tabs: Tab[]
  searchHint: string
  /** Fields of the form in order; none where records are not edited here. */
  form: string[]
  /** Fields with an input of their own; it may change other fields too. */
  inputs?: Record<string, (form: FormValues) => ReactNode>
  /** Fields that are given once, when the record is made. */
  onlyNew?: string[]
  /** Where "Add" leads; a form beside the list unless given. Null where nothing is added here. */
  addPath?: string | null
  /** Another list of the same records. */
  beside?: { label: string; to: string; icon: Icon }
  /** An import that fills this list; the generic one of CSV files unless given. Null where nothing is imported. */
  importPath?: string | null
  /** Has an `order` that is changed by dragging. */
  orderable?: boolean
  /** Fields that may be changed on many records at once; none where that makes no sense. */
  bulk?: string[]
  /** The call that saves what was staged on several records; without one each record's form saves its own. */
  stagedAt?: string
  /** Records are deleted elsewhere, or never. */
  keeps?: boolean
  /** Fields of the contract that are no columns or filters here. */
  hidden?: string[]
  /** What is worth knowing of these fields in a form. */
  hints?: Record<string, string>
  /** Preview of the markdown in these fields. */
  markdown?: string[]
  /** What is shown once after a record was made: the secrets of its answer. */
  made?: (record: ListRecord) => ReactNode
  /** What is worth knowing of a stored record, above its form. */
  glance?: (record: ListRecord, extra: unknown) => ReactNode
  /** What may be done with a stored record beside its form. */
  recordActions?: (record: ListRecord, viewer: { id: number } | null) => ReactNode
  /** What the deletion of a record takes with it. */
  deleting?: string
  empty: string
  /** What stands over it where “No … yet” would say something else. */
  emptyTitle?: string
  /** The way on where nothing can be added here. */
  emptyWay?: { label: string; to: string }
}

export type SavedView = { id: number; name: string; query: string; shared: boolean; person: number | null }

/** What the loader of a list answers with. */
export type ListData = {
  contract: PlainContract
  count: number
  /** How many matches stand before the first of `rows`, in a list that is read in parts. */
  from: number
  rows: ListRecord[]
  related: Record<string, Record<string, ListRecord>>
  extras: Record<number, unknown>
  /** What records are called by id, where the collection has no naming field. */
  called: Record<string, string>
  query: ListQuery
  /** The engine's query for all matches. */
  matches: Record<string, string>
  /** The record beside the list, `new` for a fresh one. */
  open: ListRecord | 'new' | null
  /** Names of the records that the filters and the open record point to, by collection and id. */
  labels: Record<string, Record<string, string>>
  saved: SavedView[]
  /** Whose list it is, where the address names a record that the rows belong to. */
  of?: { id: number; name: string }
}

/** All that a list's address says. */
export type ListQuery = {
  tab: string
  search: string
  /** In the engine's notation; several fields by comma. */
  sort: string
  /** -1 is all. */
  limit: number
  page: number
  /** Conditions in the API's own words, such as `joined__gte`. */
  filters: Record<string, string>
  /** Keys of the columns in order; null for the view's own. */
  columns: string[] | null
}
