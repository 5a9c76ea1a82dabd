import { redirect } from '@remix-run/node'
import { auditActor, consoleAction } from '#app/http/console.ts'
import { accountParts } from '#app/session/parts.ts'
import { paths } from '#app/shell/paths.ts'
import { inviteFirstAdmins } from '#server/accounts/invitations/first-admins.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'

export const action = consoleAction(async (operator, request) => {
  const { app, params } = request
  const slug = params.slug ?? ''
  await app.console.inviteAdmins(auditActor(operator, request), slug)
  const site = await app.resolveSite(slug)
  const invited = site ? await inviteFirstAdmins(accountParts(app), site) : 0
  if (!invited)
    throw new DomainError('conflict', 'No one was invited, because an admin gets at most five invitations a day.')
  return { invited }
})

export const loader = () => redirect(paths.console)
