import * as z from 'zod'
import type { Field } from './field-contract.ts'

export const MAX_BULK = 20_000

export type Fields = Record<string, Field>

/** `order` holds the sorted ids, since an object with integer keys loses their order. */
export type ListShape<R = Record<string, unknown>> = {
  count: number
  order: number[]
  results: Record<string, Record<string, R>>
}

type ValueOf<F extends Field> = z.output<F['schema']>

type WritableKey<F extends Fields> = { [K in keyof F]: F[K]['readOnly'] extends true ? never : K }[keyof F]
type RequiredKey<F extends Fields> = { [K in keyof F]: F[K]['required'] extends true ? K : never }[keyof F]

export type RecordValues<F extends Fields> = { [K in keyof F]: ValueOf<F[K]> }

export type CreateInput<F extends Fields> = { [K in RequiredKey<F>]: ValueOf<F[K]> } & {
  [K in Exclude<WritableKey<F>, RequiredKey<F>>]?: ValueOf<F[K]> | undefined
}

/** Absent fields stay. */
export type UpdateInput<F extends Fields> = { id: number } & {
  [K in WritableKey<F>]?: ValueOf<F[K]> | undefined
}

type RecordOf<F extends Fields> = z.ZodObject<{ [K in keyof F]: F[K]['schema'] }>

export type Contract<F extends Fields = Fields> = {
  /** Used in URLs, under `results` and as the name of the table. */
  name: string
  singular: string
  title: string
  label: (keyof F & string) | null
  fields: F
  instructions: Fields
  /** A full record; readers with fewer rights get fewer fields. */
  record: RecordOf<F>
  create: z.ZodObject
  update: z.ZodObject
  /** Fields of `search`; `person/name` follows a relation. */
  search: readonly string[]
  sort: readonly string[]
}

type Options<F extends Fields> = {
  name: string
  singular: string
  title: string
  label: (keyof F & string) | null
  fields: F
  instructions?: Fields
  search: readonly string[]
  sort: readonly string[]
}

export function defineContract<const F extends Fields>(options: Options<F>): Contract<F> {
  const fields = Object.fromEntries(
    Object.entries(options.fields).map(([key, field]) => [key, { ...field, title: field.title ?? titleOf(key) }]),
  ) as unknown as F
  const entries = Object.entries<Field>(fields)
  const writable = entries.filter(([, field]) => !field.readOnly)
  const schemas = Object.fromEntries(entries.map(([key, field]) => [key, field.schema]))
  const instructions = options.instructions ?? {}
  return {
    ...options,
    fields,
    instructions,
    record: z.object(schemas) as unknown as RecordOf<F>,
    create: z.object(
      Object.fromEntries(writable.map(([key, field]) => [key, field.required ? field.input : field.input.optional()])),
    ),
    update: z.object({
      id: z.number().int().positive(),
      ...Object.fromEntries(
        [...writable, ...Object.entries(instructions)].map(([key, field]) => [key, field.input.optional()]),
      ),
    }),
  }
}

const titleOf = (key: string) => {
  const words = key.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export type PlainField = Pick<
  Field,
  'kind' | 'nullable' | 'readOnly' | 'required' | 'initial' | 'title' | 'to' | 'choices'
> & {
  names?: string
}

/** A contract as plain data, so that the browser needs no schema. */
export type PlainContract = {
  name: string
  singular: string
  title: string
  label: string | null
  /** Whether creating returns a secret: only a screen that shows it may create. */
  reveals: boolean
  fields: Record<string, PlainField>
}

/** @param labelOf returns the naming field of a collection. */
export const plainContract = (
  contract: Contract,
  reveals: boolean,
  labelOf: (collection: string) => string | null,
): PlainContract => ({
  name: contract.name,
  singular: contract.singular,
  title: contract.title,
  label: contract.label,
  reveals,
  fields: Object.fromEntries(
    Object.entries(contract.fields).map(([key, { schema: _, input: __, ...plain }]) => {
      const names = plain.to === undefined ? null : labelOf(plain.to)
      return [key, { ...plain, ...(names && { names }) }]
    }),
  ),
})
