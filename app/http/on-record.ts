import type { Ctx } from '#server/engine/access/context.ts'
import type { CallInput, Definition } from './calls.ts'

type Command<B> = Pick<Definition<B, unknown>, 'summary' | 'body' | 'undoable'> & {
  requires?: 'member' | 'admin'
  run: (ctx: Ctx, input: CallInput<B>) => Promise<unknown>
}

/** Runs a command on one record, `/{collection}/{id}/{verb}`, and returns the changed record in list shape. */
export const onRecord = <B = unknown>(
  collection: string,
  { requires = 'admin', run, ...described }: Command<B>,
): Definition<B, unknown> => ({
  ...described,
  requires,
  answer: { list: collection },
  run: async (ctx, input) => {
    await run(ctx, input)
    return input.app.collections.get(ctx, collection, input.id)
  },
})
