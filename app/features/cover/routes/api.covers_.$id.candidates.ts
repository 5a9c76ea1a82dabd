import { get } from '#app/http/calls.ts'
import { candidatesAnswer } from '#server/cover/calls-contract.ts'
import { listCandidates } from '#server/cover/queries.ts'

export const loader = get({
  summary: 'Who could cover, in the order in which they are asked, and the others with the reasons',
  requires: 'admin',
  isHeavy: true,
  answer: candidatesAnswer,
  run: (ctx, { id }) => listCandidates(ctx, id),
})
