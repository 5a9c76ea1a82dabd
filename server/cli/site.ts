import { defineCommand } from 'citty'
import { newSite } from '#server/platform/contract.ts'
import { createSite, deleteSite, listSites, resumeSite, suspendSite } from '#server/platform/sites.ts'
import { say, withConnection } from './connect.ts'

const json = { type: 'boolean', description: 'Print JSON for scripts', default: false } as const
const slug = { type: 'string', description: 'The name in the address: {slug}.your-domain', required: true } as const

const create = defineCommand({
  meta: { name: 'create', description: 'Make a site' },
  args: {
    slug,
    name: { type: 'string', description: 'The name that people read', required: true },
    timezone: { type: 'string', description: 'IANA time zone', default: 'Europe/London' },
    prefix: { type: 'string', description: 'Short name, for SMS and the footer', default: '' },
    'contact-name': { type: 'string', description: 'Whom members may ask', default: '' },
    'contact-email': { type: 'string', description: 'Where they may ask', default: '' },
    'country-code': { type: 'string', description: '+44 or +61', default: '+44' },
    sms: { type: 'boolean', description: 'Send SMS', default: false },
    timesheets: { type: 'boolean', description: 'Record hours', default: false },
    json,
  },
  run: ({ args }) =>
    withConnection(async ({ pool, clock }) => {
      const input = newSite.parse({
        slug: args.slug,
        name: args.name,
        timezone: args.timezone,
        prefix: args.prefix,
        contact_name: args['contact-name'],
        contact_email: args['contact-email'],
        default_country_code: args['country-code'],
        sms_enabled: args.sms,
        feature_timesheets: args.timesheets,
      })
      const site = await createSite({ pool, now: clock.now() }, input)
      say(args.json, site, `Made site ${site.slug} (${site.id}).`)
    }),
})

const list = defineCommand({
  meta: { name: 'list', description: 'List all sites' },
  args: { json },
  run: ({ args }) =>
    withConnection(async ({ pool }) => {
      const sites = await listSites({ pool })
      say(
        args.json,
        sites,
        sites
          .map(
            (site) =>
              `${site.slug.padEnd(24)} ${site.status.padEnd(10)} ${String(site.people).padStart(6)} people  ${site.name}`,
          )
          .join('\n') || 'No site yet.',
      )
    }),
})

const change = (name: string, description: string, act: typeof suspendSite) =>
  defineCommand({
    meta: { name, description },
    args: {
      slug,
      json,
      ...(name === 'delete' ? { yes: { type: 'boolean', description: 'Really delete', default: false } as const } : {}),
    },
    run: ({ args }) =>
      withConnection(async ({ pool, clock }) => {
        if (name === 'delete' && !(args as { yes?: boolean }).yes)
          throw new Error(`Say --yes to delete "${args.slug}".`)
        const site = await act({ pool, now: clock.now() }, args.slug)
        say(args.json, site, `Site ${site.slug} is ${site.status}.`)
      }),
  })

export const site = defineCommand({
  meta: { name: 'site', description: 'Make, list, close and delete sites' },
  subCommands: {
    create,
    list,
    suspend: change('suspend', 'Close a site for the moment', suspendSite),
    resume: change('resume', 'Open a suspended site again', resumeSite),
    delete: change('delete', 'Delete a site; its name rests for 90 days', deleteSite),
  },
})
