import { mergedListed, mergeListed } from '#server/lookups/merging/contract.ts'
import { post } from '../http/calls.ts'

/** It cannot be undone. */
export const action = post({
  summary: 'Merge two records of a setup list that mean the same',
  requires: 'admin',
  body: mergeListed,
  answer: mergedListed,
  run: (ctx, { body: { collection, id, into }, app }) => app.collections.merge(ctx, collection, id, into),
})
