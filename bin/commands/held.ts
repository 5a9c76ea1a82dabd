import { heldBack } from '#server/deliveries/held-back.ts'
import { createPool } from '#server/engine/kernel/db/pool.ts'
import { HELD_ADVICE, heldWaitText } from '#server/operators/verdicts.pure.ts'
import { catchUp } from '#server/platform/catch-up.ts'
import { type Decision, decideHeld } from '#server/platform/held-back.ts'
import { siteNamed } from '#server/platform/sites.ts'
import { createProductCollections } from '#server/registry.ts'
import { command, confirm, group, yes } from './command.ts'
import { type Connection, withConnection } from './connect.ts'

type Held = { kinds: Record<string, number>; undone: number }

/** Does what fell due before the restore, unless that was done. Counts what is held then. */
export async function finishRestore({ pool, urls, log, clock }: Connection): Promise<Held> {
  const workerPool = createPool({ connectionString: urls.worker, role: 'worker', max: 2, log })
  try {
    const undone = await catchUp({ pool, workerPool, log, collections: createProductCollections(), now: clock.now() })
    return { kinds: await heldBack(pool), undone }
  } finally {
    await workerPool.end()
  }
}

const total = ({ kinds }: Held) => Object.values(kinds).reduce((all, n) => all + n, 0)

export function heldText(held: Held): string {
  const lines = total(held)
    ? [
        `${heldWaitText(total(held))}. ${HELD_ADVICE} Add --kind for some of them.`,
        ...Object.entries(held.kinds)
          .sort(([a], [b]) => a.localeCompare(b))
          .map(([kind, count]) => `${String(count).padStart(8)}  ${kind}`),
      ]
    : ['No messages are held.']
  if (held.undone)
    lines.push(`${held.undone} things could not be done yet. Workers try them again; their messages are not held.`)
  return lines.join('\n')
}

const list = command('list', 'Count the messages that may have left before a restore', {}, (_args, { say }) =>
  withConnection(async (connection) => {
    const held = await finishRestore(connection)
    say(held, heldText(held))
  }),
)

const decide = (decision: Decision, description: string, question: string, done: string) =>
  command(
    decision,
    description,
    {
      kind: { type: 'string', description: 'Only messages of a kind, such as reminder.day, reminder or bulk' },
      site: { type: 'string', description: 'Only messages of a site, by its name in the address' },
      yes,
    },
    async (args, { say }) => {
      const kind = args.kind === undefined ? '' : ` of the kind ${args.kind}`
      const which = `all held messages${kind}${args.site === undefined ? '' : ` of the site "${args.site}"`}`
      await confirm(`This ${question} ${which}.`, decision, args.yes)
      await withConnection(async (connection) => {
        const site = args.site === undefined ? null : (await siteNamed(connection, args.site)).id
        await finishRestore(connection)
        const count = await decideHeld(connection, decision, { kind: args.kind ?? null, site })
        say({ count }, `${count} ${done}`)
      })
    },
  )

export const held = group('held', 'Messages that may have left before a restore', {
  list,
  send: decide('send', 'Send held messages', 'sends', 'are sent as soon as a worker runs, if they are still true.'),
  drop: decide('drop', 'Drop held messages, as sent before the restore', 'drops', 'are dropped.'),
})
