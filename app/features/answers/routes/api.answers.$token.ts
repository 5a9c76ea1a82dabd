import { byLink } from '#app/http/by-link.ts'
import { get, post } from '#app/http/calls.ts'
import { answerPage, linkAnswerInput } from '#server/answers/contract.ts'
import { answerByLink, readAnswerPage } from '#server/answers/links/commands.ts'

export const loader = get(
  byLink({
    summary: 'What the link in a message asks; reading changes nothing',
    access: 'read',
    counts: 'answer_link',
    answer: answerPage,
    run: (ctx, { app, params }) => readAnswerPage(ctx, app.config.SESSION_SECRET, params.token ?? ''),
  }),
)

export const action = post(
  byLink({
    summary: 'Answer one shift of the link, or all without an answer',
    undoable: true,
    access: 'write',
    counts: 'answer_link',
    body: linkAnswerInput,
    answer: answerPage,
    run: (ctx, { app, params, body }) => answerByLink(ctx, app.config.SESSION_SECRET, params.token ?? '', body),
  }),
)
