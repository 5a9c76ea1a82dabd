import { changeEmailSettings, getEmailSettings } from '#server/people/email-settings/commands.ts'
import { emailSettingsInput } from '#server/people/email-settings/contract.ts'
import { api } from '../http/api.ts'
import { parse } from '../http/parse.ts'
import { deviceOf } from '../session/device.ts'

export const loader = api({
  methods: ['GET'],
  requires: 'anyone',
  access: 'read',
  handle: async (ctx, { params, request, app, site }) => {
    await app.limits.take('preference_link', { site: site.id, ip: deviceOf(request).ip })
    return getEmailSettings(ctx.db, params.uid ?? '')
  },
})

export const action = api({
  methods: ['PUT'],
  requires: 'anyone',
  access: 'write',
  handle: async (ctx, { params, body, request, app, site }) => {
    await app.limits.take('preference_link', { site: site.id, ip: deviceOf(request).ip })
    return changeEmailSettings(ctx, params.uid ?? '', parse(emailSettingsInput, body))
  },
})
