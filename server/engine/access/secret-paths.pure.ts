/** The addresses that end with a secret: whoever knows one needs nothing else to open it. */
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
  'api/answers',
  'api/coverasks/token',
  'api/emailsettings',
].map((path) => path.split('/'))

/** The names that routes give to the secret of their address. */
export const SECRET_PARAMETERS: readonly string[] = ['token', 'uid', 'secret']

/**
 * Returns the path without the secret that it ends with. It is read as the routers read it: in any case, encoded or not, with
 * dots and empty parts. A path without a secret stays as it is.
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
