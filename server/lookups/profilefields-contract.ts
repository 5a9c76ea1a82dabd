import type * as z from 'zod'
import { defineContract } from '#server/engine/collections/contract.ts'
import {
  choice,
  flag,
  id,
  integer,
  required,
  textLine,
  textList,
  titled,
} from '#server/engine/collections/field-contract.ts'

const PROFILE_KINDS = ['text', 'number', 'date', 'choice', 'boolean'] as const

export type ProfileKind = (typeof PROFILE_KINDS)[number]

/** A site's own questions to its people. */
export const profilefields = defineContract({
  name: 'profilefields',
  singular: 'profile field',
  title: 'Profile Fields',
  label: 'display_name',
  fields: {
    id: id(),
    display_name: titled('Name', required(textLine(200))),
    kind: choice(PROFILE_KINDS, 'text'),
    choices: textList(200),
    order: integer(),
    required: flag(),
    user_visible: titled('Visible to the person', flag(true)),
    user_editable: titled('Editable by the person', flag(true)),
    archived: flag(),
  },
  search: ['display_name'],
  sort: ['order', 'display_name'],
})

export type ProfileField = z.infer<typeof profilefields.record>
