declare module 'proxy-addr' {
  import type { IncomingMessage } from 'node:http'
  /** Returns the client's address: the nearest one that the proxies recorded and that is not trusted. */
  export default function proxyAddr(req: IncomingMessage, trust: (address: string, hop: number) => boolean): string
}
