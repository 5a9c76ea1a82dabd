import { ownSettingsChange } from '#server/people/self/contract.ts'
import { changeOwnSettings } from '#server/people/self/settings.ts'
import { put } from '../http/calls.ts'
import { ownPerson } from '../http/shapes.ts'

export const action = put({
  summary: 'Change your settings',
  requires: 'member',
  body: ownSettingsChange,
  answer: ownPerson,
  run: (ctx, { body }) => changeOwnSettings(ctx, body),
})
