import { useActionData, useLoaderData } from '@remix-run/react'
import { confirmEmail, pendingEmail } from '#server/accounts/own-email.ts'
import { fieldError } from '../http/answer.ts'
import { screen, screenAction } from '../http/screen.ts'
import { ConfirmEmail } from '../screens/profile/confirm-email.tsx'

export const handle = { title: 'Confirm your email' }

/** A GET shows a page and changes nothing, so that mail scanners may follow the link. */
export const loader = screen({
  requires: 'anyone',
  load: async (ctx, { params }) => {
    try {
      return await pendingEmail(ctx.db, params.token ?? '', ctx.clock.now())
    } catch {
      return { email: null }
    }
  },
})

export const action = screenAction({
  requires: 'anyone',
  handle: async (ctx, _form, { params }) => ({ confirmed: (await confirmEmail(ctx, params.token ?? '')).email }),
})

export default function Confirm() {
  const answer = useActionData<{ confirmed?: string }>()
  const { email } = useLoaderData<typeof loader>()
  return <ConfirmEmail email={email} confirmed={answer?.confirmed} problem={fieldError(answer, 'email')} />
}
