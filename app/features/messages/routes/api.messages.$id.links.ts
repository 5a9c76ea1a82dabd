import { get } from '#app/http/calls.ts'
import { inSteps } from '#app/http/in-steps.ts'
import { messageLinks } from '#server/messages/links/contract.ts'
import { checkLinks } from '#server/messages/links/queries.ts'

/** Checks at most ten different addresses, each at most once in five minutes. At most 20 calls a minute. */
export const loader = get(
  inSteps({
    summary: 'Check where the links of a message lead',
    requires: 'admin',
    access: 'read',
    answer: messageLinks,
    run: ({ id, app, inSite }) => checkLinks({ inSite, limits: app.limits, check: app.linkCheck }, id),
  }),
)
