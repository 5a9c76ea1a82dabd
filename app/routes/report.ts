import * as z from 'zod'
import { NOBODY } from '#server/engine/access/actor.ts'
import { requireStanding } from '#server/engine/access/permission.ts'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { sendReport } from '#server/engine/kernel/error-report.ts'
import { framesOf, scrub } from '#server/engine/kernel/scrub.ts'
import { readJson } from '../http/body.ts'
import { parse } from '../http/parse.ts'
import { type HandlerArgs, permitAnyone, respond } from '../http/pipeline.ts'
import { jsonReply } from '../http/reply.ts'

const report = z.object({
  message: boundedText({ max: 2000 }),
  level: z.enum(['warning', 'error']).default('warning'),
  stack: boundedText({ max: 20_000 }).default(''),
})

/**
 * Receives a browser's report: a test warning, or an uncaught error, which is logged as the server's own. Only from signed-in
 * people. The reporter's address is configuration; without one, reports go to the log and the answer says so.
 */
export const action = (args: HandlerArgs) =>
  respond(
    args,
    { methods: ['POST'], actor: args.context.actor, permit: permitAnyone },
    async ({ app, site, actor = NOBODY }) => {
      requireStanding(actor, 'member')
      const { message: said, level, stack } = parse(report, await readJson(args.request))
      const message = scrub(said)
      if (level === 'error') {
        const err = Object.assign(new Error(message), { name: 'BrowserError', stack: framesOf(stack) })
        const browser = args.request.headers.get('user-agent')?.slice(0, 200)
        app.log.error({ err, site: site.id, platform: 'browser', browser }, 'an error in a browser')
        return new Response(null, { status: 204 })
      }
      app.log.warn({ site: site.id, message }, 'reported by a browser')
      const sent = await sendReport(app.config, { level: 'warning', message, site: site.id })
      const detail = sent
        ? 'The warning was sent.'
        : 'The error reporter cannot be reached. The warning is in the server log.'
      return jsonReply({ detail, sent })
    },
  )
export const loader = action
