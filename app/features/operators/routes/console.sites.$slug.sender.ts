import { redirect } from '@remix-run/node'
import { auditActor, consoleAction } from '#app/http/console.ts'
import { paths } from '#app/shell/paths.ts'

/** Sets the address of the form, or does what its field `act` says. */
export const action = consoleAction(async (operator, request, body) => {
  const { app, params } = request
  const by = auditActor(operator, request)
  const slug = params.slug ?? ''
  if (body.act === 'check') return { sender: await app.console.checkSender(by, slug) }
  if (body.act === 'remove') await app.console.removeSender(by, slug)
  return { sender: body.act === 'remove' ? null : await app.console.setSender(by, slug, body) }
})

export const loader = () => redirect(paths.console)
