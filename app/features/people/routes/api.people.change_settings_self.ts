import { put } from '#app/http/calls.ts'
import { ownPerson } from '#app/http/shapes.ts'
import { ownSettingsChange } from '#server/people/self/contract.ts'
import { changeOwnSettings } from '#server/people/self/settings.ts'

export const action = put({
  summary: 'Change your settings',
  requires: 'member',
  body: ownSettingsChange,
  answer: ownPerson,
  run: (ctx, { body }) => changeOwnSettings(ctx, body),
})
