import { useActionData, useParams } from '@remix-run/react'
import { resetPassword } from '#server/accounts/passwords/reset.ts'
import { newPasswordForm } from '#server/accounts/registration-contract.ts'
import { parse } from '../http/parse.ts'
import { publicAction } from '../http/public-action.ts'
import { ResetPassword } from '../screens/sign-in/reset-password.tsx'
import { deviceOf } from '../session/device.ts'
import { accountParts } from '../session/parts.ts'
import { redirectSignedIn } from '../session/replies.ts'
import { paths } from '../shell/paths.ts'

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
