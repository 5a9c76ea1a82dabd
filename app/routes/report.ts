import * as z from 'zod'
import { NOBODY, personOf } from '#server/engine/access/actor.ts'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { sendReport } from '#server/engine/kernel/error-report.ts'
import { framesOf, scrub } from '#server/engine/kernel/scrub.ts'
import { readJson } from '../http/body.ts'
import { parse } from '../http/parse.ts'
import { type HandlerArgs, permitAnyone, respond } from '../http/pipeline.ts'
import { jsonReply } from '../http/reply.ts'
import { addressOf } from '../session/device.ts'

/** More than a stack and twenty steps. */
const MAX_REPORT = 64 * 1024

const report = z.object({
  message: boundedText({ max: 2000 }),
  level: z.enum(['warning', 'error']).default('warning'),
  stack: boundedText({ max: 20_000 }).default(''),
  breadcrumbs: z
    .array(
      z.object({
        at: boundedText({ max: 40 }).check(z.iso.datetime()),
        kind: z.enum(['page', 'click', 'call']),
        text: boundedText({ max: 200 }),
      }),
    )
    .max(20)
    .default([]),
})

/**
 * Receives a browser's report: a test warning, or an uncaught error, which is logged like the server's. Anyone may send
 * one, also before signing in and from a kiosk, limited by network address. The reporter's email is configuration;
 * without one, reports go to the log and the response shows that.
 */
export const action = (args: HandlerArgs) =>
  respond(
    args,
    { methods: ['POST'], actor: args.context.actor, permit: permitAnyone },
    async ({ app, site, actor = NOBODY }) => {
      const from = personOf(actor)
      await app.limits.take('error_report', { site: site.id, ip: addressOf(args.request) })
      const {
        message: said,
        level,
        stack,
        breadcrumbs: steps,
      } = parse(report, await readJson(args.request, MAX_REPORT))
      const message = scrub(said)
      const breadcrumbs = steps.map((step) => ({ ...step, text: scrub(step.text) }))
      const signed_in = from !== null
      if (level === 'error') {
        const err = Object.assign(new Error(message), { name: 'BrowserError', stack: framesOf(stack) })
        const browser = args.request.headers.get('user-agent')?.slice(0, 200)
        app.log.error(
          { err, site: site.id, platform: 'browser', browser, breadcrumbs, signed_in },
          'an error in a browser',
        )
        return new Response(null, { status: 204 })
      }
      app.log.warn({ site: site.id, message }, 'reported by a browser')
      const sent = await sendReport(app.config, {
        level: 'warning',
        message,
        site: site.id,
        platform: 'browser',
        breadcrumbs,
      })
      const detail = sent
        ? 'The warning was sent.'
        : 'The error reporter cannot be reached. The warning is in the server log.'
      return jsonReply({ detail, sent })
    },
  )
export const loader = action
