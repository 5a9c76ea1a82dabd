import express from 'express'
import * as z from 'zod'
import { listCapturedMessages } from '#server/messages/captured.ts'
import { capturedPage } from '#server/messages/captured-page.ts'
import { PLATFORM_LABEL } from '#server/operators/contract.ts'
import { listOperatorMails } from '#server/operators/mails.ts'
import type { WebContext } from './context.ts'
import { forwardErrors } from './forward-errors.ts'

const clockInput = z.object({ now: z.iso.datetime({ offset: true }).nullable() })

/** Serves `/dev/clock` and `/dev/messages` for development and tests. Not mounted in production. */
export function devRoutes(context: WebContext): express.Router {
  const router = express.Router()
  router.post(
    '/dev/clock',
    express.json({ type: () => true, limit: '1kb' }),
    forwardErrors(async (req, res) => {
      const parsed = clockInput.safeParse(req.body)
      if (!parsed.success) {
        res.status(400).json({ now: ['Give an ISO 8601 instant with its zone, or null for real time.'] })
        return
      }
      await context.moveClock(parsed.data.now === null ? null : new Date(parsed.data.now))
      res.json({ now: context.clock.now().toISOString() })
    }),
  )
  router.get(
    ['/dev/messages', '/dev/messages.json'],
    forwardErrors(async (req, res, next) => {
      const { site } = res.locals
      if (!site && req.hostname !== `${PLATFORM_LABEL}.${context.config.BASE_DOMAIN}`) {
        next()
        return
      }
      const messages = site
        ? await context.withSite(site.id, (db) =>
            listCapturedMessages(db, {
              limit: Number(req.query.limit) || 200,
              to: typeof req.query.to === 'string' ? req.query.to : undefined,
            }),
          )
        : await listOperatorMails(context.pools.platform)
      if (req.path.endsWith('.json')) res.json(messages)
      else
        res
          .type('html')
          .setHeader(
            'content-security-policy',
            "default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:; frame-src 'self'; frame-ancestors 'self'",
          )
          .send(capturedPage(site?.name ?? 'the operators', messages))
    }),
  )
  router.use(
    (
      error: { type?: string; status?: number },
      _req: express.Request,
      res: express.Response,
      next: express.NextFunction,
    ) => {
      if (error.type?.startsWith('entity.')) res.status(error.status ?? 400).json({ detail: 'The body is not JSON.' })
      else next(error)
    },
  )
  return router
}
