import { askedPeople } from '#server/cover/calls-contract.ts'
import { askPeopleNow } from '#server/cover/control.ts'
import { post } from '../http/calls.ts'
import { onSearch } from '../http/on-search.ts'

export const action = post(
  onSearch({
    summary: 'Ask one person, or several, now and out of turn',
    body: askedPeople,
    run: async (ctx, { id, body }) => {
      await askPeopleNow(ctx, id, body)
      return id
    },
  }),
)
