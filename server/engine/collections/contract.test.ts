import { expectTypeOf, test } from 'vitest'
import { type CreateInput, defineContract, type RecordValues, type UpdateInput } from './contract.ts'
import { flag, id, orNull, readOnly, relation, required, textLine, titled } from './field-contract.ts'

const boats = defineContract({
  name: 'boats',
  singular: 'boat',
  title: 'Boats',
  label: 'name',
  fields: {
    id: id(),
    name: titled('Boat name', required(textLine(200))),
    owner: orNull(relation('people')),
    afloat: flag(),
    length: readOnly(textLine(20)),
  },
  search: ['name'],
  sort: ['name'],
})
type Boats = typeof boats.fields

test('the types of a write follow from the contract', () => {
  expectTypeOf<CreateInput<Boats>>().toExtend<{ name: string; owner?: number | null | undefined }>()
  expectTypeOf<{ name: 'Kiwi' }>().toExtend<CreateInput<Boats>>()
  expectTypeOf<{ afloat: true }>().not.toExtend<CreateInput<Boats>>()
  expectTypeOf<{ id: 1; owner: null }>().toExtend<UpdateInput<Boats>>()
  expectTypeOf<{ owner: null }>().not.toExtend<UpdateInput<Boats>>()
  expectTypeOf<{ id: 1; owner: 'Ann' }>().not.toExtend<UpdateInput<Boats>>()
  expectTypeOf<keyof CreateInput<Boats>>().toEqualTypeOf<'name' | 'owner' | 'afloat'>()
  expectTypeOf<keyof UpdateInput<Boats>>().toEqualTypeOf<'id' | 'name' | 'owner' | 'afloat'>()
  expectTypeOf<RecordValues<Boats>['length']>().toEqualTypeOf<string>()
})
