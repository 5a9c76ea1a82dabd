import { type ChildProcess, fork } from 'node:child_process'
import { isDeepStrictEqual } from 'node:util'
import { type Dataset, tokenOf } from './dataset.ts'
import { fetchJson, POOL, type Target } from './load.ts'
import type { Sent } from './recorder.ts'

/** Statements by hand take the site as their first value; `options` are settings of the connections. */
export type Ceiling =
  | { kind: 'json'; text: string; values: unknown[] }
  | { kind: 'csv'; text: string; values: unknown[]; columns: readonly string[]; options: string }
  /** The statements that the product sent for a page, and the page. */
  | { kind: 'page'; statements: readonly Sent[]; html: string; options: string }
  | { kind: 'react'; html: string; path: string }

export type Told = { task: Ceiling; url: string; pool: number }

export async function startCeilings() {
  const child = fork('tests/bench/ceiling-process.ts', {
    execArgv: ['--import', 'tsx'],
    env: { ...process.env, NODE_ENV: 'production' },
  })
  return {
    /** Serves one task at a time. @throws when the process ends instead. */
    serve: async ({ superuserUrl: url, postmaster }: Dataset, task: Ceiling): Promise<Target> => {
      child.send({ task, url, pool: POOL } satisfies Told)
      const port = await answerOf(child)
      const headers = (site: number) => ({ authorization: `Bearer ${tokenOf(site)}` })
      return { url: `http://127.0.0.1:${port}`, pid: child.pid!, postmaster, headers }
    },
    stop: () => child.kill(),
  }
}

const answerOf = (child: ChildProcess) =>
  new Promise<number>((resolve, reject) => {
    const fail = (code: number | null) => reject(new Error(`The process of ceilings ended with ${code}.`))
    child.once('exit', fail)
    child.once('message', (port: number) => {
      child.off('exit', fail)
      resolve(port)
    })
  })

/**
 * @throws unless both answer the same records, field for field.
 * @param part selects what is compared; all unless given.
 */
export async function sameAnswer(
  a: Target,
  b: Target,
  path: string,
  site: number,
  part: (answer: object) => unknown = (answer) => answer,
): Promise<void> {
  const answers = await Promise.all([a, b].map(({ url, headers }) => fetchJson<object>(url + path, headers(site))))
  const [left, right] = answers.map(part)
  if (!JSON.stringify(left)?.includes('"id":')) throw new Error(`There is no record in the answer to ${path}.`)
  if (!isDeepStrictEqual(left, right)) throw new Error(`The answers to ${path} differ ${firstDifference(left, right)}`)
}

function firstDifference(left: unknown, right: unknown, place = ''): string {
  const fields = [left, right].map((value) => (value && typeof value === 'object' ? Object.entries(value) : null))
  const [ours, theirs] = fields.map((entries) => entries && new Map(entries))
  const names = ours && theirs ? [...new Set([...ours.keys(), ...theirs.keys()])] : []
  const name = names.find((name) => !isDeepStrictEqual(ours?.get(name), theirs?.get(name)))
  if (name !== undefined) return firstDifference(ours?.get(name), theirs?.get(name), `${place}/${name}`)
  return `at ${place || 'the top'}: ${JSON.stringify(left)?.slice(0, 500)} and ${JSON.stringify(right)?.slice(0, 500)}`
}
