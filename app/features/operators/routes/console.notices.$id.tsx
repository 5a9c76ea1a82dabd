import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { auditActor, consoleAction, consoleScreen, numberIn } from '#app/http/console.ts'
import type { PageHandle } from '#app/shell/use-root.ts'
import { consolePaths } from '../console-paths.ts'
import { NoticeForm } from '../notice-form.tsx'

export const handle = {
  title: 'Notice',
  auth: true,
  framed: false,
  nameOf: ({ notice }) => notice?.text ?? 'New notice',
} satisfies PageHandle<typeof loader>

/** The notice of an address; null for `new`. @throws DomainError 'not_found'. */
const noticeOf = (id: string | undefined) => (id === 'new' ? null : numberIn(id))

export const loader = consoleScreen(async (_operator, { app, params }) => {
  const id = noticeOf(params.id)
  return { notice: id === null ? null : await app.console.notice(id) }
})

export const action = consoleAction(async (operator, request, body) => {
  await request.app.console.saveNotice(auditActor(operator, request), noticeOf(request.params.id), body)
  return redirect(consolePaths.notices)
})

export default function Notice() {
  return <NoticeForm {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />
}
