import { redirect } from '@remix-run/node'
import { sendResetLink } from '#server/accounts/reset.ts'
import { auditActor, consoleAction } from '../http/console.ts'
import { accountParts } from '../session/account-parts.ts'
import { afterAnswer } from '../session/after-answer.ts'
import { paths } from '../shell/paths.ts'

/** Sends the admins of a site who never signed in a new link to choose a password. */
export const action = consoleAction(async (operator, request) => {
  const { app, params } = request
  const slug = params.slug ?? ''
  const emails = await app.console.inviteAdmins(auditActor(operator, request), slug)
  afterAnswer(app, 'the admins got no link', async () => {
    const site = await app.resolveSite(slug)
    if (site) for (const email of emails) await sendResetLink(accountParts(app), site, email)
  })
  return { invited: emails.length }
})

export const loader = () => redirect(paths.console)
