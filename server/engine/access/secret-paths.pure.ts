/** Addresses that end with a secret, which is sufficient to open them. */
const SECRET_PATHS = [
  'password/reset',
  'forgot/reset',
  'profile/email/confirm',
  'profile/emails',
  'console/invitation',
  'feeds',
  'answer',
  'a',
  'cover',
  'c',
  'swap',
  's',
  'hold',
  'h',
  'api/answers',
  'api/coverasks/token',
  'api/swaps/token',
  'api/waiting/token',
  'api/emailsettings',
].map((path) => path.split('/'))

export const SECRET_PARAMETERS: readonly string[] = ['token', 'uid', 'secret']

/**
 * Removes the secret from the end of a path. Parses it like the routers: in any case, encoded or not, with dots and
 * empty parts.
 */
export function withoutSecret(path: string): string {
  if (!path.startsWith('/')) return path
  const parts = new URL(`http://own${path}`).pathname.split('/').filter(Boolean)
  const words = parts.map(wordOf)
  const found = SECRET_PATHS.find(
    (named) => named.length < words.length && named.every((word, at) => word === words[at]),
  )
  return found ? `/${found.join('/')}/…` : path
}

export const hasSecret = (path: string): boolean => withoutSecret(path) !== path

function wordOf(part: string): string {
  try {
    return decodeURIComponent(part).toLowerCase()
  } catch {
    return part.toLowerCase()
  }
}
