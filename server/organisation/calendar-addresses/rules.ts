const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i

/**
 * Reads a comma-separated list of calendar addresses. Spaces and empty places mean nothing; a comma inside an address stays,
 * since only one before the next address parts two.
 */
export function readAddresses(text: string | null | undefined): string[] {
  const addresses: string[] = []
  let separators = ''
  for (const [word, separator] of (text ?? '').matchAll(/([\s,]+)|[^\s,]+/g)) {
    if (separator !== undefined) separators = separator
    else if (addresses.length === 0 || ADDRESS.test(word)) addresses.push(word)
    else addresses.push(`${addresses.pop()}${separators}${word}`)
  }
  return [...new Set(addresses)]
}

/** What a calendar is called before it was read: its host. */
export function hostOf(address: string): string {
  try {
    return new URL(address).host
  } catch {
    return address.slice(0, 60)
  }
}

/** The hidden ones with `address` added or removed; only what the site allows is kept. */
export function hideAddress(
  allowed: readonly string[],
  hidden: readonly string[],
  address: string,
  hide: boolean,
): string {
  return allowed.filter((item) => (item === address ? hide : hidden.includes(item))).join(', ')
}
