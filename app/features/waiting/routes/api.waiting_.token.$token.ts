import { byLink } from '#app/http/by-link.ts'
import { get, post } from '#app/http/calls.ts'
import { answerHoldByLink, readHoldPage } from '#server/waiting/links/commands.ts'
import { holdLinkInput, holdPage } from '#server/waiting/links/contract.ts'

export const loader = get(
  byLink({
    summary: 'What the link of an offer from a waiting list asks; reading changes nothing',
    access: 'read',
    counts: 'answer_link',
    answer: holdPage,
    run: (ctx, { app, params }) => readHoldPage(ctx, app.config.SESSION_SECRET, params.token ?? ''),
  }),
)

/** 409 when it is no longer held for the person, or someone else was first. */
export const action = post(
  byLink({
    summary: 'Take the shift that a waiting list offers, or not this time',
    undoable: true,
    access: 'write',
    counts: 'answer_link',
    body: holdLinkInput,
    answer: holdPage,
    run: async (ctx, { app, params, body }) => {
      const [secret, token] = [app.config.SESSION_SECRET, params.token ?? '']
      await answerHoldByLink(ctx, secret, token, body.answer)
      return readHoldPage(ctx, secret, token)
    },
  }),
)
