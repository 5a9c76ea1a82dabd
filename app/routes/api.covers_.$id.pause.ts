import { pauseSearch } from '#server/cover/control.ts'
import { put } from '../http/calls.ts'
import { onSearch } from '../http/on-search.ts'

export const action = put(
  onSearch({
    summary: 'Pause a search; who was asked may still say yes',
    run: async (ctx, { id }) => {
      await pauseSearch(ctx, id)
      return id
    },
  }),
)
