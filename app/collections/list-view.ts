import type { ReactNode } from 'react'
import type { PlainContract } from '#server/engine/collections/contract.ts'
import type { useDateFormats } from '../shell/use-root.ts'
import type { Icon } from '../ui/section-card.tsx'

export type ListRecord = Record<string, unknown> & { id: number }

/** Some records of a list, or all its matches. */
export type SelectedRecords = { all: false; ids: ReadonlySet<number> } | { all: true }

/** The context of a cell: expanded related records, formats, and the route's additions. */
export type CellContext = {
  related: FindRelated
  when: ReturnType<typeof useDateFormats>
  extras: Record<number, unknown>
  displayNames: ListData['displayNames']
}

export type Column = {
  key: string
  title: string
  /** The engine's sort key; none where sorting makes no sense. */
  sort?: string
  align?: 'end'
  /** Its position in the two lines of a phone's row; the first column is always the first line. */
  phone: 'end' | 'below' | 'hidden'
  /** Shows its title before the value on phones, which have no header row. */
  labelOnPhone?: boolean
  cell: (record: ListRecord, context: CellContext) => ReactNode
}

/** A named query, shown as a tab. The first tab needs no parameter in the URL. */
export type Tab = { key: string; label: string; query: Record<string, string>; sort?: string }

export type FindRelated = (collection: string, id: unknown) => ListRecord | undefined

/** The current values of a form and how to change them, for fields with a custom input. */
export type FormValues = {
  values: Record<string, unknown>
  /** Undefined omits the field from the request. */
  change: (key: string, value: unknown) => void
  error: (key: string) => string | undefined
}

/** How a collection is shown as a list and form: everything its contract does not say. */
export type ListView = {
  /** The collection's name; the loader sends its contract as plain data. */
  collection: string
  /** The key of its saved views, where another list of the same records has its own. */
  savedAs?: string
  /** Heading, where it is not the contract's title. */
  title?: string
  icon: Icon
  path: string
  /** Where a row leads: the record's form beside the list, or a screen of its own. */
  recordPath: (record: ListRecord) => string
  /** A screen of the record's own, besides the form. */
  recordPage?: (record: ListRecord) => string
  expand?: string
  columns: Column[]
  /** Shows each record as a card, with these actions on it, in place of the rows of a table. */
  cards?: { actions: (record: ListRecord) => ReactNode }
  tabs: Tab[]
  searchHint: string
  /** Fields of the form, in order; empty where records are not edited here. */
  form: string[]
  /** Custom inputs by field; an input may change other fields too. */
  inputs?: Record<string, (form: FormValues) => ReactNode>
  /** Fields that can be set only when the record is created. */
  createOnly?: string[]
  /** Where "Add" leads; by default a form beside the list. Null where nothing is added here. */
  addPath?: string | null
  /** Other screens of the same records. */
  links?: { label: string; to: string; icon: Icon }[]
  /** The import of this list; by default the generic CSV import. Null where nothing is imported. */
  importPath?: string | null
  /** Has an `order` that can be changed by dragging. */
  orderable?: boolean
  /** Fields that can be changed in bulk; none where that makes no sense. */
  bulk?: string[]
  /** One more action on selected rows, given those of them that are loaded. */
  selectionAction?: (records: readonly ListRecord[]) => ReactNode
  /** More actions on the selection: some rows by id, or all matches of the list. */
  selectionTools?: (selected: SelectedRecords, data: ListData) => ReactNode
  /** A page to open for the selection: of some rows by id, or of all matches of the list. Null where there is none. */
  selectionLink?: (selected: SelectedRecords, data: ListData) => { label: string; icon: Icon; to: string } | null
  /** The call that saves what was staged on several records; without one each record's form saves its own. */
  stagedAt?: string
  /** Whether a staged change ends recorded time, so that the screen asks first. */
  endsTime?: (stored: ListRecord, fields: Record<string, unknown>) => boolean
  /** Records cannot be deleted in this list. */
  undeletable?: boolean
  /** Fields of the contract that are neither columns nor filters here. */
  hidden?: string[]
  /** Hints by field, shown in forms. */
  hints?: Record<string, string>
  /** Fields with markdown, which get a preview. */
  markdown?: string[]
  /** Shown once after a record is created, with the secrets of the response. */
  renderCreated?: (record: ListRecord) => ReactNode
  /** Shown above the form of a stored record. */
  summary?: (record: ListRecord, extra: unknown) => ReactNode
  /** Actions on a stored record, below its form. */
  recordActions?: (record: ListRecord, viewer: { id: number } | null) => ReactNode
  /** Offers to undo a change of a record. */
  undoesChanges?: boolean
  /** Says what else is deleted with a record. */
  deleteNote?: string
  empty: string
  /** Replaces the title “No … yet” of the empty list. */
  emptyTitle?: string
  /** The action of the empty list where nothing can be added. */
  emptyAction?: { label: string; to: string }
}

export type SavedView = { id: number; name: string; query: string; shared: boolean; person: number | null }

/** The data of a list's loader. */
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
  /** The engine's query for all matches. */
  matches: Record<string, string>
  /** The record beside the list; `new` for one being added. */
  open: ListRecord | 'new' | null
  /** Names of the records that the filters and the open record point to, by collection and id. */
  labels: Record<string, Record<string, string>>
  saved: SavedView[]
  /** The record that the rows belong to, where the URL names one. */
  owner?: { id: number; name: string }
}

/** The query that a list's URL stands for. */
export type ListQuery = {
  tab: string
  search: string
  /** In the engine's notation; several fields by comma. */
  sort: string
  /** -1 is all. */
  limit: number
  page: number
  /** Conditions in the API's notation, such as `joined__gte`. */
  filters: Record<string, string>
  /** Column keys in order; null for the view's defaults. */
  columns: string[] | null
}
