const MAX_LENGTH = 300

/**
 * Whether a text is an exact origin as a browser sends it: scheme, host and port, no wildcard or path. Plain http is
 * allowed only for localhost.
 */
export function isFrameOrigin(text: unknown): text is string {
  if (typeof text !== 'string' || text.length > MAX_LENGTH || !URL.canParse(text)) return false
  const { origin, protocol, hostname } = new URL(text)
  if (origin !== text || hostname.length > 253 || !hostname.split('.').every(isLabel)) return false
  return protocol === 'https:' || (protocol === 'http:' && hostname.split('.').at(-1) === 'localhost')
}

const isLabel = (label: string) => /^[a-z0-9-]{1,63}$/.test(label) && !label.startsWith('-') && !label.endsWith('-')

/** Returns the stored origins that a header may contain, without invalid ones and, in production, plain http. */
export const frameOrigins = (origins: readonly string[], { production }: { production: boolean }): string[] =>
  origins.filter((origin) => isFrameOrigin(origin) && !(production && origin.startsWith('http:')))
