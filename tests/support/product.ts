import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdirSync, openSync, rmSync } from 'node:fs'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { createServer } from 'node:net'
import path from 'node:path'
import { scratch } from './run/scratch.ts'
import { waitUntil } from './waiting.ts'

export type Product = {
  port: number
  process: ChildProcess
  log: string
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/**
 * Below the range of ephemeral ports: an outgoing connection could otherwise take the port before the product listens.
 */
const PORTS = { first: 20_000, last: 32_000 }

export async function freePort(): Promise<number> {
  const port = randomInt(PORTS.first, PORTS.last)
  const free = await new Promise<boolean>((resolve) => {
    const server = createServer().once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
  return free ? port : freePort()
}

type Options = { dataDir: string; port?: number; env?: Record<string, string>; command?: string[]; cwd?: string }

/** Maximum time of a start, in milliseconds. Generous, since a slow machine is not a defect. */
const READY_WITHIN = 150_000

/**
 * Starts the product and waits until it is ready.
 * @throws an error with the path of its log when it is not ready in time.
 */
export async function startProduct({
  dataDir,
  port: wanted,
  env = {},
  command = ['build/main.js', 'start'],
  cwd = process.cwd(),
}: Options): Promise<Product> {
  const port = wanted ?? (await freePort())
  mkdirSync(dataDir, { recursive: true })
  const log = path.join(dataDir, 'product.log')
  const out = openSync(log, 'a')
  const child = spawn(process.execPath, command, {
    cwd,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'info',
      // No test asks the DNS of the machine: nothing answers there.
      DNS_SERVERS: '127.0.0.1:9',
      ...(env.NODE_ENV === 'production' ? {} : { RATE_LIMITS: 'off' }),
      ...env,
    },
    stdio: ['ignore', out, out],
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    child.kill(signal)
    return exited
  }
  const isReady = () => {
    if (child.exitCode !== null) throw new Error(`The product stopped while starting; see ${log}`)
    return fetch(`http://127.0.0.1:${port}/readyz`).then(
      (r) => r.ok,
      () => false,
    )
  }
  try {
    await waitUntil(`the product is ready; see ${log}`, isReady, { withinMs: READY_WITHIN })
  } catch (error) {
    await stop('SIGKILL')
    throw error
  }
  return { port, process: child, log, stop }
}

/** The data folders of products. Browser tests and others may run at the same time. */
export const dataDirs = () => path.join(scratch(), process.env.VITEST ? 'fed-products' : 'products')

export function emptyDataDir(name: string): string {
  const dir = path.join(dataDirs(), name)
  rmSync(dir, { recursive: true, force: true })
  return dir
}

export type ProductAnswer = { status: number; text: string; cookies: string[]; headers: IncomingHttpHeaders }

type Sent = {
  method: string
  path: string
  /** The first label of the host: a club's slug, or `platform`. */
  site: string
  headers?: Record<string, string>
  body?: string | Uint8Array | undefined
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 })

/**
 * Sends one request, unchanged, to a product on this machine. Status 0 means that the product closed the connection.
 */
export const callProduct = (port: number, { method, path, site, headers = {}, body }: Sent): Promise<ProductAnswer> =>
  new Promise((resolve, reject) => {
    const host = `${site}.localhost:${port}`
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const options = { agent, host: '127.0.0.1', port, method, path, headers: { host, ...length, ...headers } }
    const asked = request(options, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => void parts.push(part))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(parts).toString(),
          cookies: response.headers['set-cookie'] ?? [],
          headers: response.headers,
        }),
      )
    })
    asked.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' || error.code === 'EPIPE'
        ? resolve({ status: 0, text: '', cookies: [], headers: {} })
        : reject(error),
    )
    asked.end(body)
  })
