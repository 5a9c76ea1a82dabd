import type { Contract } from './contract.ts'
import type { Field } from './field-contract.ts'

/** Plausible values; the first valid one becomes a field's example. */
const VALUES: readonly unknown[] = [
  'ann@example.org',
  '+447700900001',
  '#01579b',
  'https://example.org/page',
  'Pontoon A',
  '2027-03-01T09:00:00Z',
  '2026-03-01',
  4,
  1,
  false,
  [4],
  ['crew'],
  {},
]

const BY_KIND: Partial<Record<Field['kind'], unknown>> = {
  line: 'Pontoon A',
  text: 'Behind the boat house.',
  words: ['crew'],
}

function exampleOf(name: string, field: Field): unknown {
  if (field.kind === 'instant') return `2027-03-01T${name.includes('end') ? '12' : '09'}:00:00Z`
  if (field.choices) return field.choices[0]
  if (!/email|phone|color|url|link/.test(name) && field.input.safeParse(BY_KIND[field.kind]).success)
    return BY_KIND[field.kind]
  return VALUES.find((value) => field.input.safeParse(value).success)
}

const written = (contract: Contract, include: (field: Field) => boolean) =>
  Object.fromEntries(
    Object.entries(contract.fields).flatMap(([name, field]) =>
      !field.readOnly && include(field) ? [[name, exampleOf(name, field)]] : [],
    ),
  )

export const createExample = (contract: Contract) => [
  {
    ...written(contract, ({ kind }) => kind === 'line' || kind === 'choice'),
    ...written(contract, (field) => field.required),
  },
]

export const updateExample = (contract: Contract) => [
  { id: 17, ...Object.fromEntries(Object.entries(written(contract, () => true)).slice(0, 1)) },
]
