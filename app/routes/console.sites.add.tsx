import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { sendResetLink } from '#server/accounts/reset.ts'
import { canSendTexts } from '#server/engine/kernel/config.ts'
import { auditActor, consoleAction, consoleScreen } from '../http/console.ts'
import { AddSiteForm } from '../screens/console/add-site-form.tsx'
import { accountParts } from '../session/account-parts.ts'
import { afterAnswer } from '../session/after-answer.ts'
import { paths } from '../shell/paths.ts'

export const handle = { title: 'New site' }

export const loader = consoleScreen(async (_operator, { app }) => ({
  domain: app.config.BASE_DOMAIN,
  canSendTexts: canSendTexts(app.config),
}))

/** Sends the first admin a link to choose their password. */
export const action = consoleAction(async (operator, request, body) => {
  const { app } = request
  const switches = { sms_enabled: body.sms_enabled === 'on', feature_timesheets: body.feature_timesheets === 'on' }
  const { slug, admin_email } = await app.console.create(auditActor(operator, request), {
    ...body,
    city: body.city ?? '',
    ...switches,
  })
  if (admin_email)
    afterAnswer(app, 'the first admin got no link', async () => {
      const site = await app.resolveSite(slug)
      if (site) await sendResetLink(accountParts(app), site, admin_email)
    })
  return redirect(paths.consoleSite(slug))
})

export default function AddSite() {
  return <AddSiteForm {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
