import { renderSVG } from 'uqr'
import * as z from 'zod'
import { calls, del, post, put } from '#app/http/calls.ts'
import { ownAccount } from '#app/http/own-account.ts'
import { recoveryCodes } from '#app/http/shapes.ts'
import { factorParts } from '#app/session/parts.ts'
import { confirmTotp, removeTotp, startTotpSetup } from '#server/accounts/factors/commands.ts'
import { recordFactorChange } from '#server/accounts/factors/record-change.ts'
import { totpUri } from '#server/accounts/factors/totp.ts'
import { codeInput } from '#server/accounts/factors-contract.ts'
import { requireOwner } from '#server/accounts/sign-in/recent-sign-in.ts'

const begin = post(
  ownAccount({
    summary: 'Start setting up an authenticator app',
    answer: z.object({
      secret: z.string(),
      address: z.string(),
      picture: z.string().meta({ description: 'The address as a QR code, an SVG in a data URL.' }),
    }),
    run: async ({ app, who, site, account, inSite }) => {
      await inSite(requireOwner)
      const secret = await startTotpSetup(factorParts(app), account)
      const address = totpUri(secret, site.name, who.actor.kind === 'person' ? who.actor.person.email : '')
      const picture = `data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(address, { border: 2 }))}`
      return { secret, address, picture }
    },
  }),
)

const confirm = put(
  ownAccount({
    summary: 'Finish setting it up',
    body: codeInput,
    answer: recoveryCodes,
    run: async ({ app, account, body, inSite }) => {
      await inSite(requireOwner)
      const recovery_codes = await confirmTotp(factorParts(app), account, body.code)
      await inSite((ctx) => recordFactorChange(ctx, 'totp.add'))
      return { recovery_codes }
    },
  }),
)

const remove = del(
  ownAccount({
    summary: 'Remove the authenticator app',
    answer: null,
    run: async ({ app, account, inSite }) => {
      await inSite(requireOwner)
      await removeTotp(factorParts(app), account)
      await inSite((ctx) => recordFactorChange(ctx, 'totp.remove'))
    },
  }),
)

export const action = calls(begin, confirm, remove)
