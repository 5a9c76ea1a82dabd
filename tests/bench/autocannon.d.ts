declare module 'autocannon' {
  export type Request = { method: 'GET' | 'POST'; path: string; headers?: Record<string, string> }
  type Options = {
    url: string
    connections: number
    duration?: number
    amount?: number
    /** How often it checks whether it is done, in ms. */
    sampleInt?: number
    requests: Request[]
    setupClient?: (client: { setRequests(requests: Request[]): void }) => void
  }
  type Result = { requests: { total: number }; duration: number; non2xx: number; errors: number }
  type Run = Promise<Result> & {
    on(event: 'response', listen: (client: unknown, status: number, bytes: number, ms: number) => void): void
  }
  export default function autocannon(options: Options): Run
}
