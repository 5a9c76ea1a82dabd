import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { bodyOf, cut, dice, type Faults, fateOf, NO_FAULTS, providerDelay } from './faults.ts'

export type AcceptedSms = {
  sid: string
  to: string
  from: string
  body: string
  status_callback: string | null
  validity: string | null
  delivery_id: string
  attempt_id: string
  /** False while the text is queued: it has no DateSent yet, so a list filtered by DateSent omits it. */
  left: boolean
  at: Date
}

export type TwilioServer = {
  url: string
  /** How many requests to send were received, whatever their outcome. */
  calls: number
  accepted: AcceptedSms[]
  faults: Faults
  /** Numbers that replied STOP: texts to them are refused with Twilio's error 21610. */
  stopped: Set<string>
  /** Whether accepted texts are sent immediately; otherwise they stay queued. */
  leaving: boolean
  /** The account's status; empty: its token is refused. */
  status: string
  /** Twilio's status callback: called for each accepted text, even where the answer is cut. */
  onAccepted: ((sms: AcceptedSms) => void) | null
  close(): Promise<void>
}

/** A local Twilio that creates and lists Messages, records what it accepts, and injects faults on demand. */
export async function startTwilioServer(faults: Partial<Faults> = {}, seed = 2): Promise<TwilioServer> {
  const roll = dice(seed)
  const twilio: TwilioServer = {
    url: '',
    calls: 0,
    accepted: [],
    faults: { ...NO_FAULTS, ...faults },
    stopped: new Set(),
    leaving: true,
    status: 'active',
    onAccepted: null,
    close: async () => {},
  }
  const server = createServer(async (req, res) => {
    const url = new URL(req.url ?? '/', 'http://twilio')
    const answer = (status: number, body: unknown) =>
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (/^\/2010-04-01\/Accounts\/AC\w+\.json$/.test(url.pathname))
      return twilio.status
        ? answer(200, { sid: url.pathname.split('/')[3]?.slice(0, -5), status: twilio.status })
        : answer(401, { code: 20003, message: 'Authenticate', status: 401 })
    if (!/^\/2010-04-01\/Accounts\/AC\w+\/Messages\.json$/.test(url.pathname))
      return answer(404, { code: 20404, message: 'Not found', status: 404 })
    if (req.method === 'GET') {
      const found = twilio.accepted.filter((sms) => isAskedFor(sms, url.searchParams)).map(wire)
      return answer(200, {
        messages: found,
        page: 0,
        page_size: 50,
        uri: url.pathname,
        first_page_uri: url.pathname,
        next_page_uri: null,
        previous_page_uri: null,
      })
    }
    const form = await bodyOf(req)
    twilio.calls += 1
    await providerDelay(twilio.faults.delayMs)
    const fate = fateOf(roll(), twilio.faults)
    if (fate === 'throttle') return answer(429, { code: 20429, message: 'Too Many Requests', status: 429 })
    if (fate === 'fail') return answer(500, { code: 20500, message: 'Internal Server Error', status: 500 })
    const to = form.get('To') ?? ''
    if (twilio.stopped.has(to))
      return answer(400, { code: 21610, message: 'Attempt to send to unsubscribed recipient', status: 400 })
    if (!/^\+[1-9]\d{6,14}$/.test(to))
      return answer(400, { code: 21211, message: "Invalid 'To' Phone Number", status: 400 })
    const callback = new URLSearchParams(form.get('StatusCallback')?.split('?')[1])
    const sms: AcceptedSms = {
      sid: `SM${randomBytes(16).toString('hex')}`,
      to,
      from: form.get('From') ?? '',
      body: form.get('Body') ?? '',
      status_callback: form.get('StatusCallback'),
      validity: form.get('ValidityPeriod'),
      delivery_id: callback.get('delivery') ?? '',
      attempt_id: callback.get('attempt') ?? '',
      left: twilio.leaving,
      at: new Date(),
    }
    twilio.accepted.push(sms)
    twilio.onAccepted?.(sms)
    if (fate === 'accept and cut') return cut(res)
    return answer(201, wire(sms))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  twilio.url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  twilio.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return twilio
}

/** The list's filters: To, From, and DateSent as a day or, with < and >, as a bound. */
function isAskedFor(sms: AcceptedSms, query: URLSearchParams): boolean {
  const is = (name: string, value: string) => !query.has(name) || query.get(name) === value
  const [before, after, day] = ['DateSent<', 'DateSent>', 'DateSent'].map((name) => query.get(name))
  if ((before || after || day) && !sms.left) return false
  if (before && sms.at >= new Date(before)) return false
  if (after && sms.at <= new Date(after)) return false
  return is('To', sms.to) && is('From', sms.from) && (!day || sms.at.toISOString().startsWith(day.slice(0, 10)))
}

const wire = (sms: AcceptedSms) => ({
  sid: sms.sid,
  to: sms.to,
  from: sms.from,
  body: sms.body,
  status: sms.left ? 'sent' : 'queued',
  date_created: sms.at.toUTCString().replace('GMT', '+0000'),
  date_updated: sms.at.toUTCString().replace('GMT', '+0000'),
  date_sent: sms.left ? sms.at.toUTCString().replace('GMT', '+0000') : null,
  error_code: null,
  num_segments: '1',
})
