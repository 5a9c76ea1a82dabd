import { post } from '#app/http/calls.ts'
import { onSearch } from '#app/http/on-search.ts'
import { askedPeople } from '#server/cover/calls-contract.ts'
import { askPeopleNow } from '#server/cover/control.ts'

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
