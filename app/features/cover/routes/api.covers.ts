import { post } from '#app/http/calls.ts'
import { listRecordsOf } from '#app/http/collections.ts'
import { onSearch } from '#app/http/on-search.ts'
import { seekCoverFor } from '#server/answers/seek-cover.ts'
import { startCoverInput } from '#server/cover/calls-contract.ts'

export const loader = listRecordsOf('covers')

/** Admins start it for any published shift, members for their own. */
export const action = post(
  onSearch({
    summary: 'Look for someone to do a shift',
    undoable: true,
    requires: 'member',
    body: startCoverInput,
    status: 201,
    run: async (ctx, { body }) => (await seekCoverFor(ctx, body.shift)).id,
  }),
)
