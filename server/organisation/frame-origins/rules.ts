const MAX_LENGTH = 300

/**
 * An exact origin as a browser sends it: scheme, host and port, no wildcard, name, path or password. Plain http only for a
 * developer's own machine.
 */
export function isFrameOrigin(text: unknown): text is string {
  if (typeof text !== 'string' || text.length > MAX_LENGTH || !URL.canParse(text)) return false
  const { origin, protocol, hostname } = new URL(text)
  if (origin !== text || hostname.length > 253 || !hostname.split('.').every(isLabel)) return false
  return protocol === 'https:' || (protocol === 'http:' && hostname.split('.').at(-1) === 'localhost')
}

const isLabel = (label: string) => /^[a-z0-9-]{1,63}$/.test(label) && !label.startsWith('-') && !label.endsWith('-')

/** Those of the stored origins that may stand in a header. What is not exactly one, or plain http in production, is left out. */
export const frameOrigins = (origins: readonly string[], { production }: { production: boolean }): string[] =>
  origins.filter((origin) => isFrameOrigin(origin) && !(production && origin.startsWith('http:')))
