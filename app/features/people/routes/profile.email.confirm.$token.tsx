import { useActionData, useLoaderData } from '@remix-run/react'
import { parse } from '#app/http/parse.ts'
import { json } from '#app/http/problem.ts'
import { publicAction } from '#app/http/public-action.ts'
import { screen } from '#app/http/screen.ts'
import { deviceOf } from '#app/session/device.ts'
import { accountParts } from '#app/session/parts.ts'
import {
  confirmEmail,
  confirmInput,
  type EmailConfirmation,
  findPendingEmail,
} from '#server/accounts/emails/confirm-email.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'
import { ConfirmEmail } from '../profile/confirm-email.tsx'

export const handle = { title: 'Confirm your email', auth: false, framed: false }

/** GET changes nothing, so that mail scanners may follow the link. */
export const loader = screen({
  requires: 'anyone',
  load: async (ctx, { params }) => {
    try {
      return { link: await findPendingEmail(ctx.db, params.token ?? '', ctx.actor, ctx.clock.now()) }
    } catch (error) {
      if (error instanceof DomainError && error.code === 'not_found') return { link: null }
      throw error
    }
  },
})

/** Opens separate transactions, since it checks a password between them. */
export const action = publicAction(async (app, site, form, { params, request, context }) => {
  const { password } = parse(confirmInput, { password: form.get('password') ?? undefined })
  const given = { token: params.token ?? '', password, actor: context.actor }
  return json({ confirmed: await confirmEmail(accountParts(app), site, given, deviceOf(request)) })
})

export default function Confirm() {
  const answer = useActionData<{ confirmed?: EmailConfirmation }>()
  const { link } = useLoaderData<typeof loader>()
  return <ConfirmEmail link={link} confirmed={answer?.confirmed} answer={answer} />
}
