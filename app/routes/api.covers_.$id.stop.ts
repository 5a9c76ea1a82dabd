import { stopSearch } from '#server/cover/control.ts'
import { put } from '../http/calls.ts'
import { onSearch } from '../http/on-search.ts'

export const action = put(
  onSearch({
    summary: 'Stop a search and leave the shift as it is',
    run: async (ctx, { id }) => {
      await stopSearch(ctx, id)
      return id
    },
  }),
)
