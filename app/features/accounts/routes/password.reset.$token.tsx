import { useActionData, useParams } from '@remix-run/react'
import { parse } from '#app/http/parse.ts'
import { publicAction } from '#app/http/public-action.ts'
import { deviceOf } from '#app/session/device.ts'
import { accountParts } from '#app/session/parts.ts'
import { redirectSignedIn } from '#app/session/replies.ts'
import { paths } from '#app/shell/paths.ts'
import { resetPassword } from '#server/accounts/passwords/reset.ts'
import { newPasswordForm } from '#server/accounts/registration-contract.ts'
import { ResetPassword } from '../sign-in/reset-password.tsx'

export const handle = { title: 'Reset Password', auth: false, framed: false }

export const action = publicAction(async (app, site, form, { request, params }) => {
  const { password = '' } = parse(newPasswordForm, Object.fromEntries(form))
  const session = await resetPassword(
    accountParts(app),
    site,
    { token: params.token ?? '', password },
    deviceOf(request),
  )
  return redirectSignedIn(session, paths.dashboard)
})

export default function Reset() {
  return <ResetPassword token={useParams().token ?? ''} answer={useActionData<typeof action>()} />
}
