import { put } from '#app/http/calls.ts'
import { onSearch } from '#app/http/on-search.ts'
import { resumeSearch } from '#server/cover/control.ts'

export const action = put(
  onSearch({
    summary: 'Resume a search that is paused or has asked everyone',
    run: async (ctx, { id }) => {
      await resumeSearch(ctx, id)
      return id
    },
  }),
)
