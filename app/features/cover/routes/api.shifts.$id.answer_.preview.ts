import { get } from '#app/http/calls.ts'
import { coverPreview } from '#server/cover/calls-contract.ts'
import { previewCover } from '#server/cover/queries.ts'

export const loader = get({
  summary: 'How many people would be asked first, and when, if the person of a shift said that they can’t come',
  requires: 'member',
  answer: coverPreview,
  run: (ctx, { id }) => previewCover(ctx, id),
})
