import { type CallInput, get, put } from '#app/http/calls.ts'
import { addressOf } from '#app/session/device.ts'
import { changeEmailSettings, getEmailSettings } from '#server/people/email-settings/commands.ts'
import { emailSettings, emailSettingsInput } from '#server/people/email-settings/contract.ts'

const limited = ({ app, site, request }: CallInput) =>
  app.limits.take('preference_link', { site: site.id, ip: addressOf(request) })

export const loader = get({
  summary: 'The switches behind the link in every email',
  requires: 'anyone',
  answer: emailSettings,
  run: async (ctx, input) => {
    await limited(input)
    return getEmailSettings(ctx.db, input.params.uid ?? '')
  },
})

export const action = put({
  summary: 'Change them',
  requires: 'anyone',
  body: emailSettingsInput,
  answer: emailSettings,
  run: async (ctx, input) => {
    await limited(input)
    return changeEmailSettings(ctx, input.params.uid ?? '', input.body)
  },
})
