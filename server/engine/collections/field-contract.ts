import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { expected, REQUIRED } from '#server/engine/kernel/expected.ts'
import { DAY_MESSAGE, isDay } from '../kernel/day-text.pure.ts'

/** Decides how a field is filtered, sorted, written, edited in a form and exported as CSV. */
export type Kind =
  | 'id'
  | 'line' // text of one line, trimmed
  | 'text' // text of several lines
  | 'choice'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'instant' // ISO 8601 with a zone
  | 'date' // YYYY-MM-DD
  | 'relation' // the id of a record of `to`
  | 'relations' // a list of such ids
  | 'words' // a list of short texts
  | 'json'

/** `schema` describes the value in a record, `input` the value in a create or an update. */
export type Field<S extends z.ZodType = z.ZodType> = {
  kind: Kind
  schema: S
  input: z.ZodType
  nullable: boolean
  /** Computed by the server; drops sent values. */
  readOnly: boolean
  required: boolean
  initial?: unknown
  title?: string
  to?: string
  choices?: readonly string[]
}

export const NOT_STORABLE = 'Contains characters that cannot be stored.'

const field = <S extends z.ZodType>(kind: Kind, schema: S, more: Partial<Omit<Field, 'schema'>> = {}): Field<S> => ({
  kind,
  schema,
  input: schema,
  nullable: false,
  readOnly: false,
  required: false,
  ...more,
})

const string = (max: number, trim = false) => boundedText({ max, trim })

/** Excludes NUL and lone surrogates, which cannot be stored; one-line texts exclude all control characters. */
const storable = /^[^\0\ud800-\udfff]*$/u
// biome-ignore lint/suspicious/noControlCharactersInRegex: OpenAPI clients in other languages do not know `\p{Cc}`.
const oneLine = /^[^\0-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]*$/u

export const id = () => readOnly(field('id', identifier))

export const textLine = (max: number) => field('line', string(max, true).regex(oneLine, NOT_STORABLE), { initial: '' })

/** Text of several lines; null means empty. */
export const text = (max: number) => {
  const schema = string(max).regex(storable, NOT_STORABLE)
  const input = z.preprocess((value) => (value === null ? '' : value), schema)
  return { ...field('text', schema, { initial: '' }), input }
}

export const choice = <const T extends readonly [string, ...string[]]>(choices: T, initial: T[number]) =>
  field('choice', z.enum(choices, expected(`Must be one of ${choices.join(', ')}.`)), { choices, initial })

const whole = z.number(expected('Must be a number.')).int('Must be a whole number.')

const identifier = whole.positive('Must be an id.').max(Number.MAX_SAFE_INTEGER, 'Must be an id.')

export const integer = (range: { min?: number; max?: number; initial?: number } = {}) => {
  const { min = -2_147_483_648, max = 2_147_483_647, initial = 0 } = range
  return field('integer', whole.min(min, `Must be at least ${min}.`).max(max, `Must be at most ${max}.`), { initial })
}

export const number = () => field('number', z.number(expected('Must be a number.')))

export const flag = (initial = false) => field('boolean', z.boolean(expected('Must be true or false.')), { initial })

const INSTANT =
  /^(\d{4}-\d\d-\d\d)T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/
const INSTANT_MESSAGE = 'Must be a date and time with a zone, such as 2027-03-01T09:00:00Z.'

/** An ISO 8601 date and time with a zone, on a day that exists. */
export const isInstant = (value: string): boolean => isDay(INSTANT.exec(value)?.[1] ?? '')

/** Longer than any valid date and time. */
const moment = (message: string) => boundedText({ max: 40, tooLong: message, notText: message })

export const instant = () =>
  field('instant', moment(INSTANT_MESSAGE).refine(isInstant, INSTANT_MESSAGE).meta({ format: 'date-time' }))

export const date = () => field('date', moment(DAY_MESSAGE).refine(isDay, DAY_MESSAGE).meta({ format: 'date' }))

export const relation = (to: string) => field('relation', identifier, { to })

/** A list of such ids without repeats. */
export const relations = (to: string, max = 100) => {
  const list = z.array(identifier).max(max, `At most ${max}.`)
  return { ...field('relations', list, { to, initial: [] }), input: list.transform((ids) => [...new Set(ids)]) }
}

export const textList = (max: number) =>
  field('words', z.array(string(max, true).min(1, REQUIRED).regex(oneLine, NOT_STORABLE)).max(100, 'At most 100.'), {
    initial: [],
  })

export const json = () => field('json', z.record(z.string(), z.unknown()), { initial: {} })

export const webAddress = (max: number) =>
  field(
    'line',
    string(max, true)
      .regex(oneLine, NOT_STORABLE)
      .regex(/^https?:\/\/[^\s/]+/i, 'Must begin with http:// or https://.'),
  )

const NO_COLOUR = 'Must be a colour such as #01579b.'

export const color = () =>
  field('line', boundedText({ max: 7, tooLong: NO_COLOUR }).regex(/^#[0-9a-fA-F]{6}$/, NO_COLOUR))

/** Required on create, and not empty. */
export const required = <S extends z.ZodType>(base: Field<S>): Field<S> & { required: true } => {
  const { initial: _, ...rest } = base
  return {
    ...rest,
    required: true,
    input: (base.kind === 'text' ? base.schema : base.input).refine((value: unknown) => value !== '', REQUIRED),
  }
}

/** Nullable, null by default; an empty text counts as null. */
export const orNull = <S extends z.ZodType>(base: Field<S>): Field<z.ZodNullable<S>> => ({
  ...base,
  schema: base.schema.nullable(),
  input: z.preprocess((value) => (value === '' ? null : value), base.input.nullable()),
  nullable: true,
  initial: null,
})

export const readOnly = <S extends z.ZodType>(base: Field<S>): Field<S> & { readOnly: true } => ({
  ...base,
  readOnly: true,
})

export const titled = <F extends Field>(title: string, base: F): F => ({ ...base, title })
