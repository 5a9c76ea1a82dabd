import { DomainError } from '#server/engine/kernel/errors.ts'
import type { OwnDomain } from '#server/operators/contract.ts'
import { addDomain, checkDomain, domainSettings, listDomains, removeDomain } from '#server/platform/domains.ts'
import { command, group, site as slug } from './command.ts'
import { type Connection, withConnection } from './connect.ts'

const wish = {
  slug,
  name: { type: 'string', description: 'The club’s own domain, such as roster.club.org', required: true },
} as const

const partsOf = ({ pool, clock, config }: Connection) => ({ pool, now: clock.now(), ...domainSettings(config) })

const recordLines = ({ records }: OwnDomain) =>
  records.map(({ name, type, value }) => `  ${name}  ${type}  ${value}`).join('\n')

const stateOf = ({ proved_at, in_links, problem, checked_at }: OwnDomain) =>
  [
    in_links ? 'in links' : proved_at ? 'redirects' : checked_at ? 'not proved' : 'not checked yet',
    problem && `: ${problem}`,
  ]
    .filter(Boolean)
    .join('')

const add = command('add', 'Add a domain, and print the DNS records that prove it', wish, (args, { say }) =>
  withConnection(async (connection) => {
    const added = await addDomain(partsOf(connection), args)
    say(
      added,
      `Added ${added.name}. Its owner adds these records to the DNS; where a CNAME is not possible, the addresses of its target:\n${recordLines(added)}\nThen run "watchbill site domain check". Nothing leads there before.`,
    )
  }),
)

const check = command('check', 'Ask the DNS about a domain: once proved, it leads to the site', wish, (args, { say }) =>
  withConnection(async (connection) => {
    const found = await checkDomain(partsOf(connection), args)
    const { name, problem, proved_at, in_links } = found
    if (!proved_at)
      throw new DomainError(
        'conflict',
        `${name} is not proved. ${problem} It needs these records:\n${recordLines(found)}`,
      )
    say(
      found,
      `${name} is proved. ${problem ?? (in_links ? 'Links name it, and pages redirect to it.' : 'Its pages redirect to the domain that was proved last.')}`,
    )
  }),
)

const list = command('list', 'List a site’s own domains and what the last check found', { slug }, (args, { say }) =>
  withConnection(async (connection) => {
    const domains = await listDomains(partsOf(connection), args.slug)
    const lines = domains.map((domain) => `${domain.name.padEnd(32)} ${stateOf(domain)}`)
    say(domains, lines.join('\n') || 'No own domains.')
  }),
)

const remove = command('remove', 'Remove a domain: it leads nowhere any more', wish, (args, { say }) =>
  withConnection(async (connection) => {
    const removed = await removeDomain(partsOf(connection), args)
    say(removed, `Removed ${removed.name} from ${removed.slug}.`)
  }),
)

export const domain = group('domain', 'A site’s own domains', { add, check, list, remove })
