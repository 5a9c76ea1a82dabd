/** The part of autocannon that the benchmarks use. */
declare module 'autocannon' {
  type Request = { method: 'GET' | 'POST'; path: string; headers?: Record<string, string> }
  type Options = { url: string; connections: number; duration: number; requests: Request[] }
  type Result = {
    requests: { total: number }
    duration: number
    latency: { p99: number }
    non2xx: number
    errors: number
  }
  export default function autocannon(options: Options): Promise<Result>
}
