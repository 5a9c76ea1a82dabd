declare module 'proxy-addr' {
  import type { IncomingMessage } from 'node:http'
  /** The address of the client: of those that the proxies in front noted, the nearest that is not trusted. */
  export default function proxyAddr(req: IncomingMessage, trust: (address: string, hop: number) => boolean): string
}
