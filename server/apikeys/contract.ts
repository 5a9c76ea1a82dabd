import type * as z from 'zod'
import { defineContract } from '#server/collections/contract.ts'
import {
  choice,
  id,
  instant,
  line,
  orNull,
  readOnly,
  relation,
  required,
  titled,
} from '#server/collections/field-contract.ts'

export const KEY_SCOPES = ['read', 'write'] as const

/** Keys of programs: each acts as an admin, within its scope. */
export const apikeys = defineContract({
  name: 'apikeys',
  singular: 'API key',
  title: 'API keys',
  label: 'name',
  fields: {
    id: id(),
    name: required(line(200)),
    /** Settled when the key is made. */
    scope: choice(KEY_SCOPES, 'read'),
    /** How the key begins, to tell keys apart; the whole is shown once. */
    prefix: readOnly(line(20)),
    created: readOnly(instant()),
    created_by: readOnly(orNull(relation('people'))),
    last_used: readOnly(orNull(instant())),
    revoked_at: titled('Revoked', readOnly(orNull(instant()))),
  },
  search: ['name', 'prefix'],
  sort: ['name'],
})

export type ApiKey = z.infer<typeof apikeys.record>
