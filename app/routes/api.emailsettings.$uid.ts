import { changeEmailSettings, getEmailSettings } from '#server/people/email-settings/commands.ts'
import { emailSettingsInput } from '#server/people/email-settings/contract.ts'
import { api } from '../http/api.ts'
import { parse } from '../http/parse.ts'

export const loader = api({
  methods: ['GET'],
  requires: 'anyone',
  access: 'read',
  handle: (ctx, { params }) => getEmailSettings(ctx.db, params.uid ?? ''),
})

export const action = api({
  methods: ['PUT'],
  requires: 'anyone',
  access: 'write',
  handle: (ctx, { params, body }) => changeEmailSettings(ctx, params.uid ?? '', parse(emailSettingsInput, body)),
})
