import { byLink } from '#app/http/by-link.ts'
import { get, post } from '#app/http/calls.ts'
import { coverAnswerInput, coverPage } from '#server/cover/calls-contract.ts'
import { answerCoverByLink, readCoverPage } from '#server/cover/links/commands.ts'

export const loader = get(
  byLink({
    summary: 'What the link of a request to cover asks; reading changes nothing',
    access: 'read',
    counts: 'answer_link',
    answer: coverPage,
    run: (ctx, { app, params }) => readCoverPage(ctx, app.config.SESSION_SECRET, params.token ?? ''),
  }),
)

/** 409 with `{detail, instead}` when the shift is taken. */
export const action = post(
  byLink({
    summary: 'Say whether you can cover',
    access: 'write',
    counts: 'answer_link',
    body: coverAnswerInput,
    answer: coverPage,
    run: (ctx, { app, params, body }) =>
      answerCoverByLink(ctx, app.config.SESSION_SECRET, params.token ?? '', body.answer),
  }),
)
