import { stopSearch } from '#server/cover/control.ts'
import { put } from '../http/calls.ts'
import { onSearch } from '../http/on-search.ts'

export const action = put(
  onSearch({
    summary: 'Stop a search; the shift stays with whoever has it',
    run: async (ctx, { id }) => {
      await stopSearch(ctx, id)
      return id
    },
  }),
)
