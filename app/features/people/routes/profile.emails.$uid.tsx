import { useActionData, useLoaderData } from '@remix-run/react'
import { fieldError } from '#app/http/answer.ts'
import { linkAction } from '#app/http/by-link.ts'
import { runInSite } from '#app/http/pipeline.ts'
import { jsonReply } from '#app/http/reply.ts'
import { screen } from '#app/http/screen.ts'
import { addressOf } from '#app/session/device.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { invalid } from '#server/engine/kernel/errors.ts'
import {
  changeCoverRequests,
  changeEmailSettings,
  getCoverRequests,
  getEmailSettings,
} from '#server/people/email-settings/commands.ts'
import { EMAIL_STREAMS, type EmailSettings } from '#server/people/email-settings/contract.ts'
import { EmailSettingsForm } from '../profile/email-settings-form.tsx'

export const handle = { title: 'Email preferences', auth: false, framed: false }

/** GET changes nothing, so that mail scanners may follow the link. */
export const loader = screen({
  requires: 'anyone',
  load: async (ctx, { params, request, app, site }) => {
    await app.limits.take('preference_link', { site: site.id, ip: addressOf(request) })
    const uid = params.uid ?? ''
    const settings = await getEmailSettings(ctx.db, uid)
    const isAboutCover = new URL(request.url).searchParams.get('stream') === 'cover'
    return {
      settings,
      cover: isAboutCover ? await getCoverRequests(ctx.db, uid) : null,
      reminders: site.reminder_offsets,
    }
  },
})

/** The switch that a mail program's unsubscribe button turns off, by the stream of the mail. */
const switchOf = (stream: string | null): keyof EmailSettings =>
  stream === 'notifications'
    ? 'email_notifications'
    : stream === 'newsletters'
      ? 'email_newsletters'
      : 'email_reminders'

/**
 * RFC 8058: a POST of `List-Unsubscribe=One-Click` ends the stream of its mail and is answered without a redirect.
 * `cover`: whether the person may be asked to cover for others; `settings` marks the form with the switches. Any other
 * body changes nothing.
 */
export const action = linkAction('preference_link', async (call, form, { request, params }) => {
  const uid = params.uid ?? ''
  const inSite = <T,>(work: (ctx: Ctx) => Promise<T>) => runInSite(call, { access: 'write' }, work)
  const cover = form.get('cover')
  if (form.get('List-Unsubscribe') === 'One-Click') {
    const stream = new URL(request.url).searchParams.get('stream')
    await inSite<unknown>((ctx) =>
      stream === 'cover'
        ? changeCoverRequests(ctx, uid, false)
        : changeEmailSettings(ctx, uid, { [switchOf(stream)]: false }),
    )
    return new Response('Unsubscribed.\n', { headers: { 'content-type': 'text/plain' } })
  }
  if (cover === 'on' || cover === 'off') {
    await inSite((ctx) => changeCoverRequests(ctx, uid, cover === 'on'))
    return jsonReply({})
  }
  if (form.get('settings') !== 'save')
    throw invalid({ non_field_errors: ['We don’t recognise this form. Nothing has changed.'] })
  const change = Object.fromEntries(EMAIL_STREAMS.map((name) => [name, form.get(name) === 'on']))
  return jsonReply({ saved: await inSite((ctx) => changeEmailSettings(ctx, uid, change)) })
})

export default function EmailPreferences() {
  const { settings, ...loaded } = useLoaderData<{
    settings: EmailSettings
    cover: boolean | null
    reminders: string[]
  }>()
  const answer = useActionData<{ saved?: EmailSettings }>()
  return (
    <EmailSettingsForm
      {...loaded}
      settings={answer?.saved ?? settings}
      saved={Boolean(answer?.saved)}
      refusal={fieldError(answer, 'non_field_errors')}
    />
  )
}
