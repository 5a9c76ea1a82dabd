import { put } from '#app/http/calls.ts'
import { onSearch } from '#app/http/on-search.ts'
import { advanceSearch } from '#server/cover/control.ts'

export const action = put(
  onSearch({
    summary: 'Ask the next group now',
    run: async (ctx, { id }) => {
      await advanceSearch(ctx, id)
      return id
    },
  }),
)
