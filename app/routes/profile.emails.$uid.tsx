import type { ActionFunctionArgs } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { NOBODY } from '#server/engine/access/actor.ts'
import {
  changeCoverRequests,
  changeEmailSettings,
  getCoverRequests,
  getEmailSettings,
} from '#server/people/email-settings/commands.ts'
import { EMAIL_STREAMS, type EmailSettings } from '#server/people/email-settings/contract.ts'
import { SIGN_IN_BODY } from '../http/body.ts'
import { readForm } from '../http/multipart.ts'
import { permitAnyone, respond, runInSite } from '../http/pipeline.ts'
import { jsonReply } from '../http/reply.ts'
import { screen } from '../http/screen.ts'
import { EmailSettingsForm } from '../screens/profile/email-settings-form.tsx'
import { addressOf } from '../session/device.ts'

/** Reads neither a cookie nor an origin. */
const LINK = {
  methods: ['POST'],
  credentials: { kind: 'none' },
  actor: NOBODY,
  anyOrigin: true,
  permit: permitAnyone,
} as const

export const handle = { title: 'Email preferences' }

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

/**
 * The link is the permission: no cookie is read, so no page elsewhere can borrow one. RFC 8058: a POST of
 * `List-Unsubscribe=One-Click` ends the stream of the mail it came with and is answered without a redirect. `cover` says whether the person may be
 * asked to cover for others.
 */
export const action = (args: ActionFunctionArgs) =>
  respond(args, LINK, async (call) => {
    const { app, site } = call
    await app.limits.take('preference_link', { site: site.id, ip: addressOf(args.request) })
    const form = await readForm(args.request, SIGN_IN_BODY)
    const oneClick = form.get('List-Unsubscribe') === 'One-Click'
    const cover = form.get('cover')
    if (cover === 'on' || cover === 'off') {
      await runInSite(call, { access: 'write' }, (ctx) =>
        changeCoverRequests(ctx, args.params.uid ?? '', cover === 'on'),
      )
      return jsonReply({})
    }
    const stream = new URL(args.request.url).searchParams.get('stream')
    const change: Partial<EmailSettings> = oneClick
      ? {
          [stream === 'notifications'
            ? 'email_notifications'
            : stream === 'newsletters'
              ? 'email_newsletters'
              : 'email_reminders']: false,
        }
      : Object.fromEntries(EMAIL_STREAMS.map((name) => [name, form.get(name) === 'on']))
    const saved = await runInSite(call, { access: 'write' }, (ctx) =>
      changeEmailSettings(ctx, args.params.uid ?? '', change),
    )
    return oneClick
      ? new Response('Unsubscribed.\n', { headers: { 'content-type': 'text/plain' } })
      : jsonReply({ saved })
  })

export default function EmailPreferences() {
  const { settings, ...loaded } = useLoaderData<{
    settings: EmailSettings
    cover: boolean | null
    reminders: string[]
  }>()
  const answer = useActionData<{ saved?: EmailSettings }>()
  return <EmailSettingsForm {...loaded} settings={answer?.saved ?? settings} saved={Boolean(answer?.saved)} />
}
