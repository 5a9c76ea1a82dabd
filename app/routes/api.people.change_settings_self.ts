import { ownSettingsChange } from '#server/people/self/contract.ts'
import { changeOwnSettings } from '#server/people/self/settings.ts'
import { api } from '../http/api.ts'
import { parse } from '../http/parse.ts'

export const action = api({
  methods: ['PUT'],
  requires: 'member',
  access: 'write',
  handle: (ctx, { body }) => changeOwnSettings(ctx, parse(ownSettingsChange, body)),
})
export const loader = action
