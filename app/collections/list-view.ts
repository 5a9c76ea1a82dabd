import type { ReactNode } from 'react'
import type { Fields } from '#server/collections/contract.ts'
import type { useWhen } from '../shell/use-root.ts'
import type { Icon } from '../ui/section-card.tsx'

export type ListRecord = Record<string, unknown> & { id: number }

/** What a cell may draw from: the related records that were expanded, formats, and what the route added. */
export type CellContext = {
  related: (collection: string, id: unknown) => ListRecord | undefined
  when: ReturnType<typeof useWhen>
  extras: Record<number, unknown>
}

export type Column = {
  key: string
  title: string
  /** The engine's sort word; none where sorting makes no sense. */
  sort?: string
  align?: 'end'
  /** Where it goes in the two lines of a phone's row; the first column is always the first line. */
  phone: 'end' | 'below' | 'hidden'
  cell: (record: ListRecord, context: CellContext) => ReactNode
}

/** A named query, shown as a tab. The first is the one without a word in the address. */
export type Tab = { key: string; label: string; query: Record<string, string>; sort?: string }

/** How one collection looks as a list with its form: everything that its contract does not say. */
export type ListView = {
  contract: { name: string; singular: string; title: string; fields: Fields }
  /** Heading, where it is not the contract's title. */
  title?: string
  icon: Icon
  /** The list's address. */
  path: string
  /** Where a row leads: the record's form beside the list, unless it is a screen of its own. */
  recordPath: (record: ListRecord) => string
  expand?: string
  columns: Column[]
  tabs: Tab[]
  searchHint: string
  /** Fields of the form in order; none where records are not edited here. */
  form: string[]
  /** Fields that are given once, when the record is made. */
  onlyNew?: string[]
  /** Where "Add" leads; a form beside the list unless given. Null where nothing is added here. */
  addPath?: string | null
  /** An import that fills this list. */
  importPath?: string
  /** What may be done with a stored record beside its form. */
  recordActions?: (record: ListRecord, viewer: { id: number } | null) => ReactNode
  /** What the deletion of a record takes with it. */
  deleting?: string
  empty: string
}

/** What the loader of a list answers with. */
export type ListData = {
  count: number
  rows: ListRecord[]
  related: Record<string, Record<string, ListRecord>>
  extras: Record<number, unknown>
  query: ListQuery
  /** The engine's query for all matches. */
  matches: Record<string, string>
  /** The record beside the list, `new` for a fresh one. */
  open: ListRecord | 'new' | null
}

export type ListQuery = { tab: string; search: string; sort: string; limit: number; page: number }
