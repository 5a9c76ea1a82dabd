import { resumeSearch } from '#server/cover/control.ts'
import { put } from '../http/calls.ts'
import { onSearch } from '../http/on-search.ts'

export const action = put(
  onSearch({
    summary: 'Go on with a search that is paused or has asked everybody',
    run: async (ctx, { id }) => {
      await resumeSearch(ctx, id)
      return id
    },
  }),
)
