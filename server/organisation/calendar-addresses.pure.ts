import { cutText } from '#server/engine/kernel/cut-text.pure.ts'

const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i

export const MAX_CALENDARS = 20

/**
 * Parses a comma-separated list of calendar addresses. Ignores spaces and empty entries. Only a comma before the next
 * address separates; others belong to the address. `webcal:` means `https:`.
 */
export function readAddresses(text: string | null | undefined): string[] {
  const addresses: string[] = []
  let separators = ''
  for (const [word, separator] of (text ?? '').matchAll(/([\s,]+)|[^\s,]+/g)) {
    if (separator !== undefined) separators = separator
    else if (addresses.length === 0 || ADDRESS.test(word)) addresses.push(word)
    else addresses.push(`${addresses.pop()}${separators}${word}`)
  }
  return [...new Set(addresses.map((address) => address.replace(/^webcals?:\/\//i, 'https://')))]
}

export function hostOf(address: string): string {
  try {
    return new URL(address).host
  } catch {
    return cutText(address, 60)
  }
}

/** Adds `address` to the hidden calendars or removes it; keeps only calendars that the site allows. */
export function hideAddress(
  allowed: readonly string[],
  hidden: readonly string[],
  address: string,
  hide: boolean,
): string {
  return allowed.filter((item) => (item === address ? hide : hidden.includes(item))).join(', ')
}
