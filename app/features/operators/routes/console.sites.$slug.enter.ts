import { redirect } from '@remix-run/node'
import { auditActor, consoleAction } from '#app/http/console.ts'
import { paths } from '#app/shell/paths.ts'
import { siteOrigin } from '#server/engine/kernel/config.ts'
import { consolePaths } from '../console-paths.ts'

/**
 * POST {reason, admin}: answers where the browser enters the club. The secret is behind the `#`, which no browser sends:
 * it is in the log of no server and proxy.
 */
export const action = consoleAction(async (operator, request, body) => {
  const { app, params } = request
  const slug = params.slug ?? ''
  const by = { ...auditActor(operator, request), session: operator.session }
  const token = await app.console.enter(by, slug, body)
  return { entry: `${siteOrigin(app.config, slug)}${consolePaths.entry}#${token}` }
})

export const loader = () => redirect(paths.console)
