import { defineContract } from '#server/engine/collections/contract.ts'
import {
  flag,
  id,
  instant,
  orNull,
  readOnly,
  required,
  textLine,
  titled,
} from '#server/engine/collections/field-contract.ts'

export const kiosks = defineContract({
  name: 'kiosks',
  singular: 'kiosk',
  title: 'Kiosks',
  label: 'name',
  fields: {
    id: id(),
    name: required(textLine(200)),
    paired: readOnly(flag()),
    last_seen: readOnly(orNull(instant())),
    revoked_at: titled('Revoked', readOnly(orNull(instant()))),
  },
  search: ['name'],
  sort: ['name'],
})
