import { byLink } from '#app/http/by-link.ts'
import { get, post } from '#app/http/calls.ts'
import { refusal } from '#app/http/problem.ts'
import { answerSwapByLink, readSwapPage } from '#server/swaps/links/commands.ts'
import { swapLinkInput, swapPage } from '#server/swaps/links/contract.ts'

export const loader = get(
  byLink({
    summary: 'What the link of a question about a swap asks; reading changes nothing',
    access: 'read',
    counts: 'answer_link',
    answer: swapPage,
    run: (ctx, { app, params }) => readSwapPage(ctx, app.config.SESSION_SECRET, params.token ?? ''),
  }),
)

/** 409 with `{detail, instead}` when it has ended, or is impossible and ends. */
export const action = post(
  byLink({
    summary: 'Say yes or no to a swap',
    access: 'write',
    counts: 'answer_link',
    body: swapLinkInput,
    answer: swapPage,
    run: async (ctx, { app, params, body }) => {
      const [secret, token] = [app.config.SESSION_SECRET, params.token ?? '']
      const refused = await answerSwapByLink(ctx, secret, token, body.answer)
      return refused ? refusal(refused) : readSwapPage(ctx, secret, token)
    },
  }),
)
