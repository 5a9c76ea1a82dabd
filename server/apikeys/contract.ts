import * as z from 'zod'
import { LEVELS, SCOPES, type Scope, tidyScopes } from '#server/engine/access/scopes.pure.ts'
import { defineContract } from '#server/engine/collections/contract.ts'
import {
  choice,
  type Field,
  id,
  instant,
  orNull,
  readOnly,
  relation,
  required,
  textLine,
  textList,
  titled,
} from '#server/engine/collections/field-contract.ts'

const KEY_SCOPES = LEVELS

const SCOPE_MESSAGE = 'Each must be an area and read or write, such as people:read.'

/** Selected areas, in the order of the form; null means all areas, within `scope`. */
const scopes = (): Field<z.ZodNullable<z.ZodType<Scope[]>>> => {
  const list = z.array(z.enum(SCOPES, { error: SCOPE_MESSAGE }), { error: SCOPE_MESSAGE })
  return {
    ...orNull(textList(40)),
    schema: list.nullable(),
    input: list.min(1, 'Choose at least one area.').transform(tidyScopes).nullable(),
  }
}

/** Each key acts as an admin within its scopes, with the exceptions in docs/api.md. */
export const apikeys = defineContract({
  name: 'apikeys',
  singular: 'API key',
  title: 'API keys',
  label: 'name',
  fields: {
    id: id(),
    name: required(textLine(200)),
    /** Set on creation: for all areas, or whether one of `scopes` writes. */
    scope: choice(KEY_SCOPES, 'read'),
    scopes: titled('Areas', scopes()),
    prefix: readOnly(textLine(20)),
    created: readOnly(instant()),
    created_by: readOnly(orNull(relation('people'))),
    last_used: readOnly(orNull(instant())),
    revoked_at: titled('Revoked', readOnly(orNull(instant()))),
  },
  search: ['name', 'prefix'],
  sort: ['name'],
})
