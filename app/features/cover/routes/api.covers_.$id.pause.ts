import { put } from '#app/http/calls.ts'
import { onSearch } from '#app/http/on-search.ts'
import { pauseSearch } from '#server/cover/control.ts'

export const action = put(
  onSearch({
    summary: 'Pause a search; people already asked may still say yes',
    run: async (ctx, { id }) => {
      await pauseSearch(ctx, id)
      return id
    },
  }),
)
