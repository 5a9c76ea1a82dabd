import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { type Dataset, tokenOf } from './dataset.ts'
import { fetchJson, POOL, type Target } from './load.ts'

export type Sent = { text: string; values: (string | null)[] }

/** The statements of a page, its bytes, and the settings of the product's connections. */
export type Page = { statements: Sent[]; html: string; options: string }

/**
 * A statement by hand that answers with JSON in its one row, or with `csv` the cells of a file; its first value is the site. With
 * `page` that page instead. `options` are further settings of its connections.
 */
export type Bare = { text: string; values: unknown[]; csv?: readonly string[]; page?: Page; options?: string }

/** The server that does nothing but look a token up and run a statement. */
export async function bareOn(data: Dataset, bare: Bare): Promise<Started> {
  const statement = path.resolve('.cache/bench-statement.json')
  writeFileSync(statement, JSON.stringify(bare))
  return started(['tests/bench/bare-server.ts', data.superuserUrl, statement, String(POOL)])
}

/** The server that does nothing but render the tree of a page whose HTML is given. */
export async function reactOn(html: string, pagePath: string): Promise<Started> {
  const file = path.resolve('.cache/bench-page.html')
  writeFileSync(file, html)
  return started(['tests/bench/react-server.ts', file, pagePath])
}

type Started = { target: Target; stop(): void }

/** Starts a ceiling as a process of its own, which prints its port. @throws when it ends instead. */
async function started(args: readonly string[]): Promise<Started> {
  const child = spawn(process.execPath, ['--import', 'tsx', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk.toString())))
    child.once('exit', (code) => reject(new Error(`${args[0]} ended with ${code}.`)))
  })
  const headers = (n: number) => ({ authorization: `Bearer ${tokenOf(n)}` })
  return { target: { url: `http://127.0.0.1:${port}`, pid: child.pid!, headers }, stop: () => child.kill() }
}

/** @throws unless both answer the same, to the last field of each record, or what `agree` takes for the same. */
export async function sameAnswer<A extends object>(
  a: Target,
  b: Target,
  path: string,
  site: number,
  agree: (left: A, right: A) => boolean = isDeepStrictEqual,
): Promise<void> {
  const [left, right] = await Promise.all([a, b].map(({ url, headers }) => fetchJson<A>(url + path, headers(site))))
  if (!agree(left!, right!))
    throw new Error(
      `The answers differ: ${JSON.stringify(left).slice(0, 3000)} and ${JSON.stringify(right).slice(0, 3000)}`,
    )
}
