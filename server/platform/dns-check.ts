import { Resolver } from 'node:dns/promises'

const QUERY_MS = 2_000
const CHECK_MS = 10_000
const MAX_RECORDS = 100

/** The name of the TXT record that proves a domain. */
export const provingName = (name: string) => `_watchbill.${name}`

export const NO_ANSWER = 'The DNS did not answer. Try again in a few minutes.'

/** `silent`: the DNS of the domain gives no answer; `no_answer`: that of the platform gives none either, so the fault may be here. */
export type DnsVerdict = { kind: 'proved' } | { kind: 'refused' | 'silent' | 'no_answer'; problem: string }

export type DnsQuestion = {
  name: string
  /** What the TXT record holds. */
  token: string
  /** The name of the site's subdomain, which leads to this deployment. */
  host: string
  baseDomain: string
}

/**
 * Asks the DNS whether a domain leads here and carries the token of its site. Takes at most ten seconds.
 * @param servers IP addresses of DNS servers; none: those of the machine.
 */
export async function checkDns(question: DnsQuestion, servers: readonly string[]): Promise<DnsVerdict> {
  const resolver = new Resolver({ timeout: QUERY_MS, tries: 2 })
  if (servers.length) resolver.setServers(servers)
  const timer = setTimeout(() => resolver.cancel(), CHECK_MS)
  const ours = addressesOf(resolver, question.host)
  const isAnswered = ours.then(
    () => true,
    () => false,
  )
  try {
    const problems = await Promise.all([missingToken(resolver, question), wrongAddress(resolver, question, ours)])
    const said = problems.filter((problem) => problem !== null)
    return said.length ? { kind: 'refused', problem: said.join(' ') } : { kind: 'proved' }
  } catch {
    return { kind: (await isAnswered) ? 'silent' : 'no_answer', problem: NO_ANSWER }
  } finally {
    clearTimeout(timer)
    resolver.cancel()
  }
}

/** Answers of a DNS that has no such record. */
const NONE = new Set(['ENODATA', 'ENOTFOUND'])

const recordsOf = async <T>(asked: Promise<T[]>): Promise<T[]> => {
  try {
    return (await asked).slice(0, MAX_RECORDS)
  } catch (error) {
    if (NONE.has((error as { code?: string }).code ?? '')) return []
    throw error
  }
}

async function missingToken(resolver: Resolver, { name, token }: DnsQuestion): Promise<string | null> {
  const texts = await recordsOf(resolver.resolveTxt(provingName(name)))
  if (texts.some((parts) => parts.join('').trim() === token)) return null
  return texts.length
    ? `The TXT record ${provingName(name)} has another value.`
    : `There is no TXT record ${provingName(name)}.`
}

const addressesOf = async (resolver: Resolver, name: string): Promise<string[]> =>
  (await Promise.all([recordsOf(resolver.resolve4(name)), recordsOf(resolver.resolve6(name))])).flat()

async function wrongAddress(
  resolver: Resolver,
  { name, host, baseDomain }: DnsQuestion,
  addressesHere: Promise<string[]>,
): Promise<string | null> {
  const [aliases, addresses] = await Promise.all([recordsOf(resolver.resolveCname(name)), addressesOf(resolver, name)])
  if (!addresses.length) return `${name} has no address.`
  const isOurs = (alias: string) => alias === baseDomain || alias.endsWith(`.${baseDomain}`)
  if (aliases.some((alias) => isOurs(alias.toLowerCase()))) return null
  const ours = await addressesHere
  if (!ours.length) return `${host} has no address itself: its own DNS has to be set up first.`
  const other = addresses.find((address) => !ours.includes(address))
  return other === undefined ? null : `${name} leads to ${other}, and ${host} does not.`
}
