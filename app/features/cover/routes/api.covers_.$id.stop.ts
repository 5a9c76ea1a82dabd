import { put } from '#app/http/calls.ts'
import { onSearch } from '#app/http/on-search.ts'
import { stopSearch } from '#server/cover/control.ts'

export const action = put(
  onSearch({
    summary: 'Stop a search and leave the shift as it is',
    run: async (ctx, { id }) => {
      await stopSearch(ctx, id)
      return id
    },
  }),
)
