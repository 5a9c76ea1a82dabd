import { post } from '#app/http/calls.ts'
import { mergeListed } from '#server/merging/commands.ts'
import { mergedListed, mergeListed as mergeInput } from '#server/merging/contract.ts'

/** Cannot be undone. */
export const action = post({
  summary: 'Merge two records of a setup list that mean the same thing',
  requires: 'admin',
  body: mergeInput,
  answer: mergedListed,
  run: (ctx, { body, app }) => mergeListed(ctx, app.collections, body),
})
