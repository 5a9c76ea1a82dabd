import { get, post } from '#app/http/calls.ts'
import { mergeRegistration } from '#server/people/merge/commands.ts'
import { merged, mergeInput, mergeMatches } from '#server/people/merge/contract.ts'
import { listMatches } from '#server/people/merge/queries.ts'

export const loader = get({
  summary: 'Find people on the list with the name or phone of a registration',
  requires: 'admin',
  answer: mergeMatches,
  run: ({ db }, { id }) => listMatches(db, id),
})

/** 409 while the email of the registration is not confirmed, or when it has records. Cannot be undone. */
export const action = post({
  summary: 'Merge a registration with a person who is already on the list',
  requires: 'admin',
  body: mergeInput,
  answer: merged,
  run: (ctx, { id, body, app }) => mergeRegistration(ctx, app.collections, id, body),
})
