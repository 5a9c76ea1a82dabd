import express from 'express'
import {
  isSignedBySns,
  isSignedByTwilio,
  isSnsUrl,
  sesMessageEvent,
  snsEnvelope,
  twilioMessageEvent,
  twilioPhoneEvent,
} from '#server/deliveries/provider-events.ts'
import { recordProviderEvent } from '#server/deliveries/record-event.ts'
import type { WebContext } from './context.ts'
import { forwardErrors } from './forward-errors.ts'

const fetchText = async (url: string) =>
  (await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(5000) })).text()

/**
 * Serves the providers' callbacks on every host: `/hooks/ses` from one SNS topic, and `/hooks/twilio` signed with our
 * token. Forged, foreign and unreadable ones are a 403 and change nothing. Mounted only where configured.
 * @param read fetches certificates and confirmations from Amazon.
 */
export function providerHooks(context: WebContext, read: (url: string) => Promise<string> = fetchText): express.Router {
  const router = express.Router()
  const { config, log, clock } = context
  const deps = { pool: context.pools.platform, metrics: context.eventMetrics, failures: context.failures }
  const certificates = new Map<string, Promise<string>>()
  const certificate = (url: string) => {
    const known = certificates.get(url) ?? read(url)
    if (certificates.size > 20) certificates.clear()
    certificates.set(url, known)
    known.catch(() => certificates.delete(url))
    return known
  }
  if (config.SNS_TOPIC_ARN)
    router.post(
      '/hooks/ses',
      express.text({ type: () => true, limit: '256kb' }),
      forwardErrors(async (req, res) => {
        const envelope = snsEnvelope.safeParse(parse(req.body))
        if (
          !envelope.success ||
          envelope.data.TopicArn !== config.SNS_TOPIC_ARN ||
          !(await isSignedBySns(envelope.data, certificate))
        ) {
          res.status(403).json({ detail: 'Not a signed message of our topic.' })
          return
        }
        if (envelope.data.Type === 'SubscriptionConfirmation' && isSnsUrl(envelope.data.SubscribeURL))
          await read(envelope.data.SubscribeURL!)
        const event = envelope.data.Type === 'Notification' ? sesMessageEvent(envelope.data) : null
        if (event) log.info({ event: event.kind, ...(await recordProviderEvent(deps, event)) }, 'provider event')
        res.status(204).end()
      }),
    )
  if (config.TWILIO_AUTH_TOKEN)
    router.post(
      '/hooks/twilio',
      express.urlencoded({ extended: false, limit: '64kb' }),
      forwardErrors(async (req, res) => {
        const params = texts(req.body)
        const url = `${config.publicOrigin}${req.originalUrl}`
        if (!isSignedByTwilio(config.TWILIO_AUTH_TOKEN!, req.get('x-twilio-signature') ?? '', url, params)) {
          res.status(403).json({ detail: 'Not signed by our account.' })
          return
        }
        const event = twilioPhoneEvent(params, clock.now()) ?? twilioMessageEvent(params, texts(req.query), clock.now())
        if (event) log.info({ event: event.kind, ...(await recordProviderEvent(deps, event)) }, 'provider event')
        res.status(204).end()
      }),
    )
  return router
}

const texts = (values: object): Record<string, string> =>
  Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => typeof entry[1] === 'string'))

function parse(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return null
  }
}
