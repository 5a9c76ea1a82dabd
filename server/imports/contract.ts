import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { instant } from '#server/engine/kernel/instant-contract.ts'
import { DELIMITERS, ENCODINGS } from '#server/engine/parsing/csv-file-contract.ts'

export const MAX_BYTES = 5 * 1024 * 1024
export const MAX_ROWS = 20_000
export const UNDO_HOURS = 24

export const IMPORT_KINDS = ['people', 'season'] as const
export const importKind = z.enum(IMPORT_KINDS)
export type ImportKind = z.infer<typeof importKind>

export type PeopleField =
  | 'name'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'phone'
  | 'role'
  | 'tags'
  | 'competencies'
  | 'email_reminders'
  | 'sms_notifications'
  | 'joined'

export type SeasonField =
  | 'date'
  | 'start'
  | 'end'
  | 'event'
  | 'event_type'
  | 'series'
  | 'location'
  | 'duty'
  | 'needed'
  | 'role'
  | 'volunteer_email'
  | 'volunteer_name'
  | 'volunteer_first_name'
  | 'volunteer_last_name'
  | 'notes'

export type FieldOf = { people: PeopleField; season: SeasonField }
export type Field = PeopleField | SeasonField
export type FieldSpec<F extends Field = Field> = { field: F; label: string; required: boolean }

const spec = <F extends Field>(field: F, label: string, required = false): FieldSpec<F> => ({ field, label, required })

export const FIELDS: { [K in ImportKind]: readonly FieldSpec<FieldOf[K]>[] } = {
  people: [
    spec('name', 'Name', true),
    spec('first_name', 'First name'),
    spec('last_name', 'Last name'),
    spec('email', 'Email', true),
    spec('phone', 'Phone'),
    spec('role', 'Access role'),
    spec('tags', 'Tags'),
    spec('competencies', 'Competencies'),
    spec('email_reminders', 'Email reminders'),
    spec('sms_notifications', 'SMS notifications'),
    spec('joined', 'Joined'),
  ],
  season: [
    spec('date', 'Date', true),
    spec('start', 'Start', true),
    spec('end', 'End', true),
    spec('event', 'Event', true),
    spec('event_type', 'Event type'),
    spec('series', 'Series'),
    spec('location', 'Location'),
    spec('duty', 'Assignment', true),
    spec('needed', 'Needed'),
    spec('role', 'Role'),
    spec('volunteer_email', 'Volunteer email'),
    spec('volunteer_name', 'Volunteer name'),
    spec('volunteer_first_name', 'First name'),
    spec('volunteer_last_name', 'Last name'),
    spec('notes', 'Notes'),
  ],
}

/** Column index (as text) → field or 'ignore'. Absent columns keep the guess. */
export const importMapping = z.record(boundedText({ max: 4 }).regex(/^\d{1,4}$/), boundedText({ max: 40 }))
export type ImportMapping = z.infer<typeof importMapping>

/** The order of year, month and day, separated by `-`, `/` or `.`. */
export const DATE_ORDERS = ['ymd', 'dmy', 'mdy'] as const
export type DateOrder = (typeof DATE_ORDERS)[number]
export const DATE_ORDER_LABELS: Record<DateOrder, string> = {
  ymd: 'YYYY-MM-DD',
  dmy: 'Day first: 31/12/2027',
  mdy: 'Month first: 12/31/2027',
}

export const STAND_INS: Partial<Record<Field, readonly Field[]>> = {
  name: ['first_name', 'last_name'],
  date: ['start'],
}

export const MAX_HEADER_LINE = 200

export const importOptions = z.object({
  /** The header line; null to guess, also for `encoding`. */
  header_row: z.number().int().min(1).max(MAX_HEADER_LINE).nullable().default(null),
  encoding: z.enum(ENCODINGS).nullable().default(null),
  /** Moves a shift whose times differ from the file; otherwise the file's is another shift. */
  move_times: z.boolean().default(true),
  /** Choices about competencies: the name in the file → that of a known one, or the same name to add it. */
  competencies: z.record(boundedText({ max: 200 }), boundedText({ max: 200 })).default({}),
  /** Minutes that a season's shift lasts without an end and without an event type of a usual length. */
  length_minutes: z
    .number()
    .int()
    .min(5)
    .max(15 * 60)
    .nullable()
    .default(null),
  /** Reorders names such as "North, Dana". */
  turn_names: z.boolean().default(true),
  /** An empty cell deletes the stored value (phone, tags, joined; never name, email or access). */
  empty_deletes: z.boolean().default(false),
  /** Changes people found by email; otherwise they stay as they are. */
  update_existing: z.boolean().default(true),
  allow_admins: z.boolean().default(false),
  /** Never guessed: only the file's author knows whether 04/05/2027 is in April or May. */
  date_order: z.enum(DATE_ORDERS).default('ymd'),
  /** Line → field → replacement of the cell. */
  corrections: z
    .record(
      boundedText({ max: 6 }).regex(/^\d{1,6}$/),
      z.record(boundedText({ max: 40 }), boundedText({ max: 20_000 })),
    )
    .default({}),
})
export type ImportOptions = z.infer<typeof importOptions>

export const OUTCOMES = ['create', 'update', 'same', 'error'] as const
export type Outcome = (typeof OUTCOMES)[number]
export const OUTCOME_LABELS: Record<Outcome, string> = {
  create: 'Create',
  update: 'Update',
  same: 'No change',
  error: 'Error',
}

const importProblem = z.object({ code: z.string(), message: z.string(), line: z.number().int().nullable() })
export type ImportProblem = z.infer<typeof importProblem>

const change = z.object({ from: z.string(), to: z.string() })
export type Change = z.infer<typeof change>

/** A question at a cell, which only the person can decide. */
const question = z.object({
  field: z.string(),
  /** The text of the cell. */
  about: z.string(),
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
})
export type Question = z.infer<typeof question>

const previewRow = z.object({
  /** The row's first line in the file, counted from 1. */
  line: z.number().int(),
  outcome: z.enum(OUTCOMES),
  cells: z.record(z.string(), z.string()),
  /** Messages by field; `non_field_errors` for the row as a whole. */
  errors: z.record(z.string(), z.array(z.string())),
  warnings: z.array(z.string()),
  changes: z.record(z.string(), change),
  /**
   * An ambiguous name is resolved by a correction of the cell, a competency by the option `competencies`, with the
   * value of a choice.
   */
  questions: z.array(question),
})
export type PreviewRow = z.infer<typeof previewRow>

const unknownPerson = z.object({ email: z.string(), name: z.string(), lines: z.array(z.number().int()) })
export type UnknownPerson = z.infer<typeof unknownPerson>

const counts = z.object({
  create: z.number().int(),
  update: z.number().int(),
  same: z.number().int(),
  error: z.number().int(),
  warning: z.number().int(),
})

export const importPreview = z.object({
  kind: importKind,
  /** The kind that the header suggests, or null. */
  likely_kind: importKind.nullable(),
  file: z.object({
    name: z.string(),
    encoding: z.enum(ENCODINGS),
    delimiter: z.enum(DELIMITERS),
    rows: z.number().int(),
    columns: z.number().int(),
    /** The header line, or null. */
    header_row: z.number().int().nullable(),
  }),
  mapping: importMapping,
  columns: z.array(
    z.object({ index: z.number().int(), header: z.string(), field: z.string(), examples: z.array(z.string()) }),
  ),
  counts,
  /** Days need a choice of order: they are not all YYYY-MM-DD. */
  asks_date_order: z.boolean(),
  asks_length: z.boolean(),
  /** Other records that would be created: names by collection. */
  creates: z.record(z.string(), z.array(z.string())),
  rows: z.array(previewRow),
  unknown_people: z.array(unknownPerson),
  problems: z.array(importProblem),
  /** Identifies the file, mapping and options; the import has to send it. */
  digest: z.string(),
})
export type ImportPreview = z.infer<typeof importPreview>

export const importResult = z.object({
  /** Null when nothing was written. */
  id: z.number().int().nullable(),
  counts,
  unknown_people: z.array(unknownPerson),
})
export type ImportResult = z.infer<typeof importResult>

/** Times are ISO 8601 with zone. */
export const pastImport = z.object({
  id: z.number().int(),
  kind: importKind,
  file_name: z.string(),
  counts,
  created_by: z.number().int().nullable(),
  created_by_name: z.string().nullable(),
  created_at: instant,
  undone_at: instant.nullable(),
  undo_until: instant,
})
export type PastImport = z.infer<typeof pastImport>

/** An event with unpublished shifts of an import: ids of shifts, and the event's start as ISO 8601. */
export type UnpublishedOfImport = { event: number; name: string; start: string; shifts: number[] }
