import { put } from '#app/http/calls.ts'
import { emptyObject } from '#app/http/shapes.ts'
import { cancelPublication } from '#server/publishing/later/commands.ts'

/** 409 once they are published. */
export const action = put({
  summary: 'Cancel a planned publication: its shifts stay unpublished',
  requires: 'admin',
  answer: emptyObject,
  run: async (ctx, { id }) => {
    await cancelPublication(ctx, id)
    return {}
  },
})
