import { useLoaderData } from '@remix-run/react'
import { consoleScreen } from '#app/http/console.ts'
import type { PageHandle } from '#app/shell/use-root.ts'
import { formatInstant } from '#app/ui/date-format.ts'
import { siteOrigin } from '#server/engine/kernel/config.ts'
import { callingCodeOf, countryName } from '#server/engine/kernel/phone-number/countries.pure.ts'
import { DEFAULT_CAPS } from '#server/messages/sending/caps.ts'
import { SiteScreen } from '../site-screen.tsx'

export const handle = {
  title: 'Site',
  auth: true,
  framed: false,
  nameOf: ({ site }) => site.name,
} satisfies PageHandle<typeof loader>

export const loader = consoleScreen(async (_operator, { app, params }) => {
  const site = await app.console.site(params.slug ?? '')
  const now = app.clock.now()
  return {
    site,
    address: siteOrigin(app.config, site.slug),
    now: now.toISOString(),
    usualCaps: DEFAULT_CAPS,
    sending: { platform: app.config.MAIL_FROM, asks: app.config.SES_REGION !== undefined },
    clock: formatInstant(now, site.timezone, 'ddd HH:mm'),
    country: `${countryName(site.default_country_code)} (${callingCodeOf(site.default_country_code)})`,
  }
})

export default function Site() {
  return <SiteScreen {...useLoaderData<typeof loader>()} />
}
