import { siteOrigin } from '#server/engine/kernel/config.ts'
import { escapeHtml } from '#server/engine/kernel/escape-html.ts'
import type { HostSite, HostSites } from '#server/platform/host-sites.ts'
import type { WebContext } from './context.ts'

const NO_SITES: HostSites = { sites: [], demoPassword: null }

/** The page of the bare host: in development with a link to each site, in production only with the product's name. */
export async function landingPage(context: WebContext): Promise<string> {
  const { sites, demoPassword } = context.config.devRoutes ? await context.hostSites() : NO_SITES
  const cards = sites.map((site) => card(site, siteOrigin(context.config, site.slug))).join('')
  const signIns = demoPassword
    ? `<p class="words">The password for every demo account is <code>${demoPassword}</code>. Emails and texts are shown on each site at <code>/dev/messages</code>. <a href="${siteOrigin(context.config, 'platform')}/">Operators’ console</a>: operator@watchbill.test.</p>`
    : ''
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>Watchbill</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><link rel="stylesheet" href="/landing.css"></head><body><main><img class="mark" src="/favicon.svg" alt="" width="56" height="56"><h1>Watchbill</h1><p>Volunteer and shift management for clubs, rescue teams and charities.</p>${
    cards
      ? `<h2>Sites on this host</h2><ul class="sites">${cards}</ul>${signIns}`
      : '<p>Open the address your club gave you.</p>'
  }</main></body></html>`
}

/** The bare host can only show a logo that is one of the product's files. */
function card({ slug, name, logo, demo }: HostSite, origin: string): string {
  const picture = logo?.startsWith('/')
    ? `<img src="${escapeHtml(logo)}" alt="" width="48" height="48">`
    : `<span class="letter" aria-hidden="true">${escapeHtml(name.charAt(0))}</span>`
  const people = demo ? `<small>admin@${slug}.test, member@${slug}.test</small>` : ''
  return `<li><a href="${origin}/">${picture}<span><b>${escapeHtml(name)}</b><small>${escapeHtml(origin.replace(/^https?:\/\//, ''))}</small>${people}</span></a></li>`
}
