import { coverAnswer } from '#server/cover/calls-contract.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import type { CallInput, Definition } from './calls.ts'

type Command<B> = Pick<Definition<B, unknown>, 'summary' | 'body' | 'status' | 'undoable'> & {
  requires?: 'member' | 'admin'
  /** @returns the id of the search. */
  run: (ctx: Ctx, input: CallInput<B>) => Promise<number>
}

/** Runs a command on one search for cover, and returns the search. */
export const onSearch = <B = unknown>({
  requires = 'admin',
  run,
  ...described
}: Command<B>): Definition<B, unknown> => ({
  ...described,
  requires,
  answer: coverAnswer,
  run: async (ctx, input) => {
    const id = await run(ctx, input)
    const { results } = JSON.parse(await input.app.collections.get(ctx, 'covers', id))
    return results.covers[id]
  },
})
