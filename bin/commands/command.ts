import { createInterface } from 'node:readline/promises'
import { type ArgsDef, defineCommand, type ParsedArgs } from 'citty'
import type { Progress } from '#server/platform/backup.ts'

const COMMON = {
  json: { type: 'boolean', description: 'Print JSON for scripts', default: false },
  embedded: { type: 'boolean', description: 'Allow the embedded database in production', default: false },
} as const

export const yes = { type: 'boolean', description: 'Skip the confirmation', default: false } as const
export const site = { type: 'string', description: 'Name of the site in its address', required: true } as const

/** An invalid command line; the process exits with 2. */
export class UsageError extends Error {}

export type Out = {
  /** Prints a result: JSON with `--json`, else text. */
  say(value: unknown, words: string): void
  progress: Progress
}

export const command = <const A extends ArgsDef>(
  name: string,
  description: string,
  args: A,
  run: (args: ParsedArgs<A>, out: Out) => Promise<void>,
) =>
  defineCommand({
    meta: { name, description },
    args: { ...args, ...COMMON } as ArgsDef,
    run: async ({ args: parsed }) => {
      refuseUnknown(parsed, { ...args, ...COMMON })
      await run(parsed as unknown as ParsedArgs<A>, createOut(Boolean(parsed.json)))
    },
  })

export const group = (name: string, description: string, subCommands: Record<string, ReturnType<typeof command>>) =>
  defineCommand({ meta: { name, description }, subCommands })

const camel = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

function refuseUnknown(parsed: Record<string, unknown> & { _: string[] }, args: ArgsDef): void {
  const known = new Set(Object.keys(args).flatMap((name) => [name, camel(name)]))
  const unknown = Object.keys(parsed).find((name) => name !== '_' && !known.has(name))
  if (unknown !== undefined) throw new UsageError(`Unknown option --${unknown}.`)
  if (parsed._.length) throw new UsageError(`Unexpected "${parsed._[0]}".`)
  for (const [name, { type }] of Object.entries(args))
    if (type === 'string' && parsed[name] === '') throw new UsageError(`--${name} needs a value.`)
}

function createOut(json: boolean): Out {
  const terminal = process.stderr.isTTY && !json
  return {
    say: (value, words) => console.log(json ? JSON.stringify(value) : words),
    progress: ({ table, rows, tables, total: of }) => {
      if (!terminal) return
      process.stderr.write(`\r\u001b[K${tables}/${of}  ${table}  ${rows}`)
      if (tables === of) process.stderr.write('\r\u001b[K')
    },
  }
}

/**
 * Asks for confirmation before an irreversible act.
 * @throws UsageError when the answer is not `word`, or without a terminal and `--yes`.
 */
export async function confirm(question: string, word: string, skip: boolean): Promise<void> {
  if (skip) return
  if (!process.stdin.isTTY) throw new UsageError(`${question} Add --yes to confirm.`)
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await lines.question(`${question} Type "${word}" to confirm: `)
    if (answer.trim() !== word) throw new UsageError('Nothing was done.')
  } finally {
    lines.close()
  }
}
