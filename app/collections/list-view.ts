import type { ReactNode } from 'react'
import type { PlainContract } from '#server/engine/collections/contract.ts'
import type { useDateFormats } from '../shell/use-root.ts'
import type { Icon } from '../ui/section-card.tsx'

export type ListRecord = Record<string, unknown> & { id: number }

export type SelectedRecords = { all: false; ids: ReadonlySet<number> } | { all: true }

export type CellContext = {
  related: FindRelated
  when: ReturnType<typeof useDateFormats>
  extras: Record<number, unknown>
  displayNames: ListData['displayNames']
}

export type Column = {
  key: string
  title: string
  sort?: string
  align?: 'end'
  /** Position in the two lines of a phone's row; the first column is always the first line. */
  phone: 'end' | 'below' | 'hidden'
  /** Shows its title on phones, which have no header row. */
  labelOnPhone?: boolean
  cell: (record: ListRecord, context: CellContext) => ReactNode
}

/** `isPageTab`: reached by a tab of the page, and not listed beside the other views. */
export type Tab = { key: string; label: string; query: Record<string, string>; sort?: string; isPageTab?: true }

export type FindRelated = (collection: string, id: unknown) => ListRecord | undefined

export type FormValues = {
  values: Record<string, unknown>
  /** Undefined omits the field from the request. */
  change: (key: string, value: unknown) => void
  error: (key: string) => string | undefined
}

export type ListView = {
  collection: string
  /** Key of its saved views, where another list of the same records has different ones. */
  savedAs?: string
  title?: string
  icon: Icon
  path: string
  /** Target of a row: the record's form beside the list, or a separate screen. */
  recordPath: (record: ListRecord) => string
  /** A screen of the record, besides the form. */
  recordPage?: (record: ListRecord) => string
  expand?: string
  columns: Column[]
  /** Shows each record as a card with these actions, instead of table rows. */
  cards?: { actions: (record: ListRecord) => ReactNode }
  tabs: Tab[]
  searchHint: string
  /** Fields of the form, in order; empty where records are not edited here. */
  form: string[]
  /** Custom inputs by field; an input may change other fields too. */
  inputs?: Record<string, (form: FormValues) => ReactNode>
  createOnly?: string[]
  /** Target of "Add"; a form beside the list by default. Null where nothing is added here. */
  addPath?: string | null
  links?: { label: string; to: string; icon: Icon }[]
  /** The import of this list; the generic CSV import by default. Null where nothing is imported, or a tab leads to the import. */
  importPath?: string | null
  orderable?: boolean
  bulk?: string[]
  selectionAction?: (records: readonly ListRecord[]) => ReactNode
  selectionTools?: (selected: SelectedRecords, data: ListData) => ReactNode
  /** A page to open for the selection. Null where there is none. */
  selectionLink?: (selected: SelectedRecords, data: ListData) => { label: string; icon: Icon; to: string } | null
  /** The call that saves staged changes to several records; without one, each form saves its record. */
  stagedAt?: string
  /** Whether a staged change ends recorded time, so that the screen asks first. */
  endsTime?: (stored: ListRecord, fields: Record<string, unknown>) => boolean
  undeletable?: boolean
  hidden?: string[]
  hints?: Record<string, string>
  markdown?: string[]
  /** Shown once after a record is created, with the secrets of the response. */
  renderCreated?: (record: ListRecord) => ReactNode
  summary?: (record: ListRecord, extra: unknown) => ReactNode
  recordActions?: (record: ListRecord, viewer: { id: number } | null) => ReactNode
  undoesChanges?: boolean
  deleteNote?: string
  empty: string
  emptyTitle?: string
  emptyAction?: { label: string; to: string }
}

export type SavedView = { id: number; name: string; query: string; shared: boolean; person: number | null }

export type ListData = {
  contract: PlainContract
  count: number
  /** The offset of the first of `rows`, in a list that is loaded in chunks. */
  from: number
  rows: ListRecord[]
  related: Record<string, Record<string, ListRecord>>
  extras: Record<number, unknown>
  /** Display names by id, where the collection has no naming field. */
  displayNames: Record<string, string>
  query: ListQuery
  matches: Record<string, string>
  /** The record beside the list; `new` for one being added. */
  open: ListRecord | 'new' | null
  /** Names of the records referenced by the filters and the open record, by collection and id. */
  labels: Record<string, Record<string, string>>
  saved: SavedView[]
  owner?: { id: number; name: string }
}

export type ListQuery = {
  tab: string
  search: string
  /** In the engine's notation; several fields separated by commas. */
  sort: string
  /** -1 is all. */
  limit: number
  page: number
  /** Conditions in the API's notation, such as `joined__gte`. */
  filters: Record<string, string>
  /** Column keys in order; null for the view's defaults. */
  columns: string[] | null
}
