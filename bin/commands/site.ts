import path from 'node:path'
import { inviteFirstAdmins } from '#server/accounts/invitations/first-admins.ts'
import type { OwnSender, SenderState } from '#server/deliveries/senders/rules.ts'
import { DEFAULT_COUNTRY } from '#server/engine/kernel/phone-number/countries.pure.ts'
import { QUOTAS } from '#server/engine/kernel/quota-limits.pure.ts'
import { mintSiteId } from '#server/engine/tenancy/site.ts'
import { newSite, originField } from '#server/platform/contract.ts'
import { packSite } from '#server/platform/pack.ts'
import { checkSender, removeSender, setSender } from '#server/platform/senders.ts'
import {
  createSite,
  deleteSite,
  listSites,
  moveSite,
  readSiteUses,
  resumeSite,
  setSiteQuotas,
  suspendSite,
} from '#server/platform/sites.ts'
import { unpackSite } from '#server/platform/unpack.ts'
import { QUOTA_LABELS, quotaLevel, readLimit, type SiteQuotas, usageText } from '#server/quotas/rules.ts'
import { createSenderRules } from '../transports.ts'
import { command, confirm, group, UsageError, yes } from './command.ts'
import { withAccounts, withConnection } from './connect.ts'
import { domain } from './domain.ts'
import { finishRestore, heldText } from './held.ts'

const slug = { type: 'string', description: 'The name in the address: {slug}.your-domain', required: true } as const

const create = command(
  'create',
  'Create a site',
  {
    slug,
    name: { type: 'string', description: 'Display name', required: true },
    timezone: { type: 'string', description: 'IANA time zone', default: 'Europe/London' },
    prefix: { type: 'string', description: 'Short name, for SMS and the footer' },
    'contact-name': { type: 'string', description: 'Contact for members' },
    'contact-email': { type: 'string', description: 'Contact email' },
    'default-country-code': { type: 'string', description: 'ISO 3166, such as GB', default: DEFAULT_COUNTRY },
    sms: { type: 'boolean', description: 'Send SMS', default: false },
    timesheets: { type: 'boolean', description: 'Record hours', default: false },
    'admin-name': { type: 'string', description: 'The first admin' },
    'admin-email': {
      type: 'string',
      description: 'Their email for signing in; they get an invitation to set a password',
    },
  },
  async (args, { say }) => {
    const input = newSite.parse({
      slug: args.slug,
      name: args.name,
      timezone: args.timezone,
      prefix: args.prefix,
      contact_name: args['contact-name'],
      contact_email: args['contact-email'],
      default_country_code: args['default-country-code'],
      sms_enabled: args.sms,
      feature_timesheets: args.timesheets,
      admin_name: args['admin-name'],
      admin_email: args['admin-email'],
    })
    await withConnection(async (connection) => {
      const { pool, clock } = connection
      const created = await createSite({ pool, now: clock.now() }, input)
      if (input.admin_email)
        await withAccounts(connection, (parts) =>
          inviteFirstAdmins(parts, { id: mintSiteId(created.id), name: input.name }),
        )
      say(
        created,
        `Made site ${created.slug} (${created.id}).${input.admin_email ? ' Its admin has been invited.' : ''}`,
      )
    })
  },
)

const list = command('list', 'List all sites', {}, (_args, { say }) =>
  withConnection(async ({ pool }) => {
    const sites = await listSites({ pool })
    const lines = sites.map(
      ({ slug: name, status, people, name: title }) =>
        `${name.padEnd(24)} ${status.padEnd(10)} ${String(people).padStart(6)} people  ${title}`,
    )
    say(sites, lines.join('\n') || 'No sites yet.')
  }),
)

const change = (name: string, description: string, act: typeof suspendSite) =>
  command(name, description, { slug }, (args, { say }) =>
    withConnection(async ({ pool, clock }) => {
      const changed = await act({ pool, now: clock.now() }, args.slug)
      say(changed, `Site ${changed.slug} is ${changed.status}.`)
    }),
  )

const remove = command(
  'delete',
  'Delete a site; its name stays reserved for 90 days',
  { slug, yes },
  async (args, { say }) => {
    await confirm(`This closes the site "${args.slug}" for good.`, args.slug, args.yes)
    await withConnection(async ({ pool, clock }) => {
      const changed = await deleteSite({ pool, now: clock.now() }, args.slug)
      say(changed, `Site ${changed.slug} is ${changed.status}. "watchbill erase" removes its data.`)
    })
  },
)

const limit = (description: string) => ({ type: 'string', description: `${description}, or "default"` }) as const

const quota = command(
  'quota',
  'Show what a site uses of its quotas, after setting those that are given',
  {
    slug,
    people: limit('Active people'),
    texts: limit('Texts a month'),
    emails: limit('Emails a day'),
    storage: limit('Pictures and files, such as "2 GB"'),
  },
  async (args, { say }) => {
    const given: Partial<SiteQuotas> = {}
    for (const name of QUOTAS) {
      const text = args[name]
      if (text === undefined) continue
      const read = readLimit(name, text)
      if (read === undefined)
        throw new UsageError(
          name === 'storage' ? '--storage is not a size such as "500 MB".' : `--${name} is not a whole number.`,
        )
      given[`quota_${name}`] = read
    }
    await withConnection(async ({ pool, clock, config }) => {
      if (Object.keys(given).length) await setSiteQuotas({ pool, now: clock.now() }, args.slug, given)
      const uses = await readSiteUses({ pool, now: clock.now() }, args.slug, config.quotas)
      const lines = uses.map((use) => {
        const level = quotaLevel(use)
        const word = level === 'full' ? '  at its limit' : level === 'near' ? '  near its limit' : ''
        return `${QUOTA_LABELS[use.quota].padEnd(20)} ${usageText(use)}${word}`
      })
      say(uses, lines.join('\n'))
    })
  },
)

const SENDER_STATES: Readonly<Record<SenderState, string>> = {
  waiting: 'is waiting for its DNS records',
  verified: 'is verified: emails come from it',
  failed: 'is not verified any more: emails come from the platform’s address',
}

/** A line on the sender, and its DNS records to copy. */
const senderText = ({ address, state, records, problem }: OwnSender): string =>
  [
    `${address} ${SENDER_STATES[state]}.${problem ? ` ${problem}` : ''}`,
    ...records.map(({ name, value }) => `${name}. CNAME ${value}.`),
  ].join('\n')

const sender = group('sender', 'Let the emails of a site come from an address of its own', {
  set: command(
    'set',
    'Set the address, and print the DNS records to add to its domain',
    {
      slug,
      address: { type: 'string', description: 'Such as crew@harbour.org', required: true },
      verified: {
        type: 'boolean',
        description: 'State that the SMTP server may send for it',
        default: false,
      },
    },
    (args, { say }) =>
      withConnection(async ({ pool, clock, config }) => {
        const parts = { pool, now: clock.now(), rules: createSenderRules(config) }
        const set = await setSender(parts, args.slug, { address: args.address, verified: args.verified })
        say(set, senderText(set))
      }),
  ),
  check: command('check', 'Ask the provider whether the address is verified, and print it', { slug }, (args, { say }) =>
    withConnection(async ({ pool, clock, config }) => {
      const found = await checkSender({ pool, now: clock.now(), rules: createSenderRules(config) }, args.slug)
      say(found, senderText(found))
    }),
  ),
  remove: command('remove', 'Let emails come from the platform’s address again', { slug }, (args, { say }) =>
    withConnection(async ({ pool, clock, config }) => {
      await removeSender({ pool, now: clock.now() }, args.slug)
      say(null, `The emails of ${args.slug} come from ${config.MAIL_FROM}.`)
    }),
  ),
})

const moved = command(
  'moved',
  'Say that another deployment has the site now, or open it again',
  {
    slug,
    to: { type: 'string', description: 'Its address there, such as https://harbour.example.org' },
    back: { type: 'boolean', description: 'It has not moved: open it again', default: false },
  },
  async (args, { say }) => {
    if (args.back === (args.to !== undefined)) throw new UsageError('Give --to or --back.')
    const parsed = originField.nullable().safeParse(args.to ?? null)
    if (!parsed.success) throw new UsageError(`--to: ${parsed.error.issues[0]?.message}`)
    const to = parsed.data
    await withConnection(async ({ pool, clock }) => {
      const changed = await moveSite({ pool, now: clock.now() }, args.slug, to)
      say(changed, `Site ${changed.slug} is ${changed.status}${to ? ` to ${to}` : ''}.`)
    })
  },
)

const pack = command(
  'pack',
  'Write one site into a file, with its secrets, to restore, move or copy it',
  {
    slug,
    to: { type: 'string', description: 'A new file, which only its owner may read', required: true },
    from: { type: 'string', description: 'The folder of a backup; default: the database' },
  },
  (args, { say, progress }) =>
    withConnection(async ({ pool, storage, clock, config }) => {
      const file = path.resolve(args.to)
      const from = args.from === undefined ? undefined : path.resolve(args.from)
      const parts = { pool, storage, clock, secret: config.SESSION_SECRET }
      const { made_at, tables, files } = await packSite(parts, { slug: args.slug, file, from }, progress)
      const rows = tables.reduce((all, table) => all + table.rows, 0)
      say(
        { file, made_at, tables: tables.length, rows, files: files.length },
        `${rows} rows of ${tables.length} tables and ${files.length} files, as of ${made_at}, are in ${file}. It holds passwords’ hashes, keys and addresses: keep it like a backup.`,
      )
    }),
)

const unpack = command(
  'unpack',
  'Add a packed site to this database, and hold the messages that may have left already',
  {
    from: { type: 'string', description: 'The file of "site pack"', required: true },
    slug: { type: 'string', description: 'Another name in the address; default: that in the file' },
    replace: { type: 'boolean', description: 'Replace the same site, which has to be suspended', default: false },
    'other-secret': {
      type: 'boolean',
      description: 'Accept a file that was packed with another SESSION_SECRET',
      default: false,
    },
    yes,
  },
  async (args, { say, progress }) => {
    if (args.replace)
      await confirm('This replaces all that the site has stored since the file was made.', 'replace', args.yes)
    await withConnection(async (connection) => {
      const { pool, storage, clock, config } = connection
      const unpacked = await unpackSite(
        { pool, storage, now: clock.now(), secret: config.SESSION_SECRET },
        { file: path.resolve(args.from), slug: args.slug, replace: args.replace, unsealed: args['other-secret'] },
        progress,
      )
      const held = await finishRestore(connection)
      const { site: made, made_at, rows, files, accounts, erased } = unpacked
      say(
        { ...unpacked, held },
        `Site ${made.slug} (${made.id}) is here, as of ${made_at}: ${rows} rows, ${files} files, ${accounts.added} new accounts, ${accounts.joined} joined. Erased again: ${erased} people.\n${heldText(held)}`,
      )
    })
  },
)

export const site = group('site', 'Create, list, close, pack and delete sites', {
  create,
  list,
  suspend: change('suspend', 'Close a site for now', suspendSite),
  resume: change('resume', 'Open a suspended site again', resumeSite),
  quota,
  domain,
  sender,
  delete: remove,
  moved,
  pack,
  unpack,
})
