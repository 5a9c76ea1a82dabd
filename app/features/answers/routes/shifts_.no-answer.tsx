import { useLoaderData } from '@remix-run/react'
import { screen } from '#app/http/screen.ts'
import { listSilent } from '#server/answers/silent/queries.ts'
import { NoAnswerScreen } from '../no-answer/no-answer-screen.tsx'

export const handle = { title: 'No answer yet', auth: true, framed: false, width: '960px' }

export const loader = screen({
  requires: 'admin',
  load: async (ctx) => ({
    silent: await listSilent(ctx),
    days: ctx.site.answer_by_days,
    asks: ctx.site.ask_answers,
    now: ctx.clock.now().toISOString(),
  }),
})

export default function NoAnswer() {
  return <NoAnswerScreen {...useLoaderData<typeof loader>()} />
}
