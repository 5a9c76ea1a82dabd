/** Leaves room for the label of the proving record (`_watchbill.`) within DNS's 253 characters. */
export const MAX_DOMAIN = 240

/** Endings of names that no public DNS answers. */
const NOT_PUBLIC = new Set(['localhost', 'local', 'internal', 'invalid', 'onion', 'arpa', 'alt'])

const isLabel = (label: string) => /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(label)

/** Whether a lower-case text is a name that a club may own: several ASCII labels, public, and no IP address. */
export function isDomainName(name: string): boolean {
  if (name.length > MAX_DOMAIN) return false
  const labels = name.split('.')
  const last = labels.at(-1) ?? ''
  return labels.length > 1 && labels.every(isLabel) && /^[a-z]/.test(last) && !NOT_PUBLIC.has(last)
}

export const plainDomain = (text: string): string => text.trim().toLowerCase().replace(/\.$/, '')

/** Says why a club cannot have a name of `plainDomain` as its own domain; null if it can. */
export function domainProblem(name: string, baseDomain: string): string | null {
  if (!name) return 'Required.'
  if (name.length > MAX_DOMAIN) return `At most ${MAX_DOMAIN} characters.`
  // biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII.
  if (/[^\x00-\x7f]/.test(name)) return 'Give a name with other letters in its ASCII form, which contains xn--.'
  const isAddress = /^[\d.]+$|^\[/.test(name) || (/^[0-9a-f:.]+$/.test(name) && name.split(':').length > 2)
  if (isAddress) return 'Give a name, not an IP address.'
  if (/[:/@]/.test(name)) return 'Give the name only, such as roster.club.org.'
  if (name === baseDomain || name.endsWith(`.${baseDomain}`)) return 'This name belongs to the platform.'
  if (!name.includes('.')) return 'Give a whole name, such as roster.club.org.'
  if (NOT_PUBLIC.has(name.slice(name.lastIndexOf('.') + 1))) return 'This name is not public.'
  return isDomainName(name) ? null : 'This is not a name such as roster.club.org.'
}
