declare module 'proxy-addr' {
  import type { IncomingMessage } from 'node:http'
  /** Returns the client's address: the nearest untrusted one recorded by the proxies. */
  export default function proxyAddr(req: IncomingMessage, trust: (address: string, hop: number) => boolean): string
}
