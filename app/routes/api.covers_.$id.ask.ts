import { personInput } from '#server/cover/calls-contract.ts'
import { askPerson } from '#server/cover/control.ts'
import { post } from '../http/calls.ts'
import { onSearch } from '../http/on-search.ts'

export const action = post(
  onSearch({
    summary: 'Ask one person now, out of turn',
    body: personInput,
    run: async (ctx, { id, body }) => {
      await askPerson(ctx, id, body.person)
      return id
    },
  }),
)
