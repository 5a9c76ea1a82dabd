import { defineContract } from '#server/engine/collections/contract.ts'
import {
  flag,
  id,
  orNull,
  readOnly,
  relation,
  required,
  text,
  textLine,
} from '#server/engine/collections/field-contract.ts'

/** A list's search, filters, order and columns under a name. */
export const savedviews = defineContract({
  name: 'savedviews',
  singular: 'saved view',
  title: 'Saved views',
  label: 'name',
  fields: {
    id: id(),
    /** The list: its collection, or its own name (`timesheets`, `series/events`) where a collection has several. */
    collection: required(textLine(50)),
    name: required(textLine(200)),
    query: text(4000),
    shared: flag(),
    /** Null for a view that a program created, which everyone has. */
    person: readOnly(orNull(relation('people'))),
  },
  search: ['name'],
  sort: ['name'],
})
