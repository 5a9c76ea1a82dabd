import { advanceSearch } from '#server/cover/control.ts'
import { put } from '../http/calls.ts'
import { onSearch } from '../http/on-search.ts'

export const action = put(
  onSearch({
    summary: 'Ask the next group now',
    run: async (ctx, { id }) => {
      await advanceSearch(ctx, id)
      return id
    },
  }),
)
