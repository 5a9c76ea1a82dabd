import { expect, test } from 'vitest'
import * as z from 'zod'
import { describedCalls, type RouteModules } from '#app/http/described-calls.ts'
import { itemOf } from '#server/engine/collections/write-input.ts'
import { inputMessage, problemsOf } from '#server/engine/kernel/input-message.ts'
import { createProductCollections } from '#server/registry.ts'

const VALUES = [null, 'x\u0000', 0.5, true, [], [[]], { a: [] }]

const modules = import.meta.glob('../../app/**/routes/api.*.ts', { eager: true }) as RouteModules

const TEXTS = ['x\u0000', '', '0.5', '-1', '9'.repeat(20), 'true', '[]', '{}']

/** The fields of a body by name, including those of a list's objects, of nested objects and of each form of a union. */
function fieldsOf(schema: unknown, name = ''): [string, z.ZodType][] {
  if (schema instanceof z.ZodUnion)
    return schema.options.flatMap((option, at) => fieldsOf(option, `${name}(${at + 1})`))
  if (schema instanceof z.ZodObject)
    return Object.entries<z.ZodType>(schema.shape).flatMap(([key, field]) => [
      [`${name}.${key}`, field] as [string, z.ZodType],
      ...fieldsOf(field, `${name}.${key}`),
    ])
  if (schema instanceof z.ZodArray) return fieldsOf(schema.element, `${name}[]`)
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return fieldsOf(schema.unwrap(), name)
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in, name).concat(fieldsOf(schema.out, name))
  return []
}

function choicesIn(schema: unknown, name: string): [string, z.ZodDiscriminatedUnion][] {
  if (schema instanceof z.ZodDiscriminatedUnion) return [[name, schema]]
  if (schema instanceof z.ZodArray) return choicesIn(schema.element, `${name}[]`)
  if (schema instanceof z.ZodPipe) return choicesIn(schema.in, name).concat(choicesIn(schema.out, name))
  return []
}

/** Messages that do not describe the value: it is missing, or the text is the library's own. */
const EMPTY = /^(Required|Invalid|Unknown|Invalid (input|discriminator|string|option).*)\.?$/

function poorMessages(field: z.ZodType, values: readonly unknown[] = VALUES): string[] {
  return values
    .flatMap((value) => {
      const { error } = field.safeParse(value, { error: inputMessage })
      return (error ? problemsOf(error) : [])
        .filter(({ path }) => !path.length)
        .map(({ message }) => ({ value, message }))
    })
    .filter(({ message }) => EMPTY.test(message))
    .map(({ value, message }) => `${JSON.stringify(value)}: ${message}`)
}

test('every call explains a value of the wrong type, and null', () => {
  const fields = describedCalls(modules).flatMap(({ method, path, body }) =>
    fieldsOf(body, `${method} ${path} `).map(([name, field]) => [name, poorMessages(field)] as const),
  )
  expect(fields.length).toBeGreaterThan(100)
  expect(Object.fromEntries(fields.filter(([, poor]) => poor.length))).toEqual({})
})

test('every query explains a wrong value', () => {
  const fields = describedCalls(modules).flatMap(({ method, path, parameters }) =>
    fieldsOf(parameters, `${method} ${path} `).map(([name, field]) => [name, poorMessages(field, TEXTS)] as const),
  )
  expect(fields.length).toBeGreaterThan(40)
  expect(Object.fromEntries(fields.filter(([, poor]) => poor.length))).toEqual({})
})

test('a body of several kinds lists them, and requires the kind', () => {
  const choices = describedCalls(modules).flatMap(({ method, path, body }) => choicesIn(body, `${method} ${path}`))
  expect(choices.length).toBeGreaterThan(3)
  const messagesOf = (union: z.ZodType, value: unknown) =>
    union.safeParse(value, { error: inputMessage }).error?.issues.map(({ path, message }) => [path.join(), message])
  for (const [name, union] of choices) {
    const { discriminator } = union.def
    expect(messagesOf(union, {}), name).toEqual([[discriminator, 'Required.']])
    for (const value of [null, 'x', 1, {}])
      expect(messagesOf(union, { [discriminator]: value }), name).toEqual([
        [discriminator, expect.stringMatching(/^Must be one of \w+, /)],
      ])
  }
})

test('every collection explains a value of the wrong type, and null', () => {
  const poor: Record<string, string[]> = {}
  for (const declaration of createProductCollections().declarations)
    for (const key of Object.keys(declaration.contract.fields))
      for (const value of VALUES) {
        const { issues } = itemOf(declaration, 'all', { id: 1, [key]: value }, 'update')
        for (const message of issues[key] ?? [])
          if (EMPTY.test(message)) poor[`${declaration.contract.name}.${key}`] = [JSON.stringify(value), message]
      }
  expect(poor).toEqual({})
})

test('a missing value is reported as required, by calls and by collections', () => {
  const missing = z.object({ name: z.string(), on: z.boolean(), many: z.array(z.number()) })
  expect(missing.safeParse({}, { error: inputMessage }).error?.issues.map(({ message }) => message)).toEqual(
    Array(3).fill('Required.'),
  )
  const shifts = createProductCollections().declarations.find(({ contract }) => contract.name === 'shifts')
  expect(shifts && itemOf(shifts, 'all', {}, 'create').issues).toEqual({ event: ['Required.'] })
})
