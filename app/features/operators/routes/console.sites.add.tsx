import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { auditActor, consoleAction, consoleScreen } from '#app/http/console.ts'
import { accountParts } from '#app/session/parts.ts'
import { paths } from '#app/shell/paths.ts'
import { inviteFirstAdmins } from '#server/accounts/invitations/first-admins.ts'
import { canSendTexts } from '#server/engine/kernel/config.ts'
import { AddSiteForm } from '../add-site-form.tsx'

export const handle = { title: 'New site', auth: true, framed: false }

export const loader = consoleScreen(async (_operator, { app }) => ({
  domain: app.config.BASE_DOMAIN,
  canSendTexts: canSendTexts(app.config),
}))

export const action = consoleAction(async (operator, request, body) => {
  const { app } = request
  const switches = { sms_enabled: body.sms_enabled === 'on', feature_timesheets: body.feature_timesheets === 'on' }
  const { slug, admin_email } = await app.console.create(auditActor(operator, request), {
    ...body,
    city: body.city ?? '',
    ...switches,
  })
  const site = admin_email ? await app.resolveSite(slug) : null
  if (site) await inviteFirstAdmins(accountParts(app), site)
  return redirect(paths.consoleSite(slug))
})

export default function AddSite() {
  return <AddSiteForm {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
