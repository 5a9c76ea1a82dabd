import { useLoaderData } from '@remix-run/react'
import { forgetSite } from '#app/http/forget-site.ts'
import { readField } from '#app/http/form-json.ts'
import { parse } from '#app/http/parse.ts'
import { screen, screenAction } from '#app/http/screen.ts'
import { listProviders } from '#server/accounts/social/providers.ts'
import { canSendTexts } from '#server/engine/kernel/config.ts'
import { isZone } from '#server/engine/kernel/days/zone.ts'
import { changeOrganisation, organisationOf } from '#server/organisation/commands.ts'
import { organisationChange } from '#server/organisation/contract.ts'
import { readQuotaUses } from '#server/quotas/queries.ts'
import { quotaLevel } from '#server/quotas/rules.ts'
import { OrganisationScreen } from '../organisation-screen.tsx'

export const handle = { title: 'Organisation', auth: true, framed: false, width: 'none' }

export const loader = screen({
  requires: 'admin',
  load: async (ctx, { app }) => ({
    canSendTexts: canSendTexts(app.config),
    nearQuotas: (await readQuotaUses(ctx)).filter(quotaLevel),
    stored: organisationOf(ctx.site),
    zones: Intl.supportedValuesOf('timeZone').filter(isZone),
    providers: await listProviders(ctx.db),
  }),
})

export const action = screenAction({
  requires: 'admin',
  handle: async (ctx, form) => ({
    saved: await changeOrganisation(ctx, parse(organisationChange, readField(form, 'changes'))),
  }),
  afterCommit: forgetSite,
})

export default function OrganisationRoute() {
  return <OrganisationScreen {...useLoaderData<typeof loader>()} />
}
