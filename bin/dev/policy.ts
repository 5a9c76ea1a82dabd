import type { ServerResponse } from 'node:http'

/**
 * Loosens a page's content security policy for Vite's client (style elements, a web socket). Only for `npm run dev`.
 */
export function allowViteClient(res: ServerResponse): void {
  const setHeader = res.setHeader
  res.setHeader = ((name: string, value: number | string | readonly string[]) =>
    setHeader.call(
      res,
      name,
      name.toLowerCase() === 'content-security-policy' && typeof value === 'string' ? loosenPolicy(value) : value,
    )) as typeof setHeader
}

const loosenPolicy = (policy: string): string =>
  policy
    .replace(/style-src-elem [^;]*/, "style-src-elem 'self' 'unsafe-inline'")
    .replace(/connect-src 'self'/, "connect-src 'self' ws:")
