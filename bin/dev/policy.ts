import type { ServerResponse } from 'node:http'

/**
 * Loosens the content security policy of a page for Vite's client, which adds style elements and opens a web socket. Only
 * `npm run dev` calls this: the product has one policy, in production and anywhere else.
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
