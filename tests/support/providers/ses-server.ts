import { createHash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { bodyOf, cut, dice, type Faults, fateOf, NO_FAULTS, providerDelay } from './faults.ts'

/** A mail that SES accepted, with the tags that identify it in events. */
export type AcceptedMail = {
  id: string
  from: string
  to: string
  delivery_id: string
  attempt_id: string
  raw: string
  configuration_set: string | null
  at: number
}

export type SesServer = {
  url: string
  /** How many requests to send were received, whatever their outcome. */
  calls: number
  /** Maximum number of requests to send that were answered at the same time. */
  together: number
  accepted: AcceptedMail[]
  faults: Faults
  /** How many mails a second the account may send; a new account has 14. */
  maxSendRate: number
  /** Verified domains and addresses. */
  verified: string[]
  /** Refuses a mail whose sender or domain is neither in `verified` nor has its keys, as the real one does. */
  strict: boolean
  /** Domains whose keys are looked for, with what was found. */
  domains: Map<string, { status: 'Pending' | 'Success' | 'Failed' | 'TemporaryFailure' | 'NotStarted'; signs: boolean }>
  /** The actions that were called, in order, without sending. */
  asked: string[]
  /** Refuses to delete an identity, for the sender's rights. */
  deletesNone: boolean
  /** Refuses every mail for the sender's keys, with 403. */
  refusesKeys: boolean
  /** Amazon's send event: called for each accepted mail, even where the answer is cut. */
  onAccepted: ((mail: AcceptedMail) => void) | null
  close(): Promise<void>
}

/**
 * A local Amazon SES with the query API's SendRawEmail, GetSendQuota, DeleteIdentity and Easy DKIM: records what it accepts, and injects
 * faults on demand.
 */
export async function startSesServer(faults: Partial<Faults> = {}, seed = 1): Promise<SesServer> {
  const roll = dice(seed)
  const ses: SesServer = {
    url: '',
    calls: 0,
    together: 0,
    accepted: [],
    faults: { ...NO_FAULTS, ...faults },
    maxSendRate: 14,
    verified: ['watchbill.example'],
    strict: false,
    domains: new Map(),
    asked: [],
    deletesNone: false,
    refusesKeys: false,
    onAccepted: null,
    close: async () => {},
  }
  let running = 0
  const server = createServer(async (req, res) => {
    const form = await bodyOf(req)
    const answer = (status: number, xml: string) => res.writeHead(status, { 'content-type': 'text/xml' }).end(xml)
    if (ses.refusesKeys)
      return answer(403, error('InvalidClientTokenId', 'The security token included in the request is invalid.'))
    const action = form.get('Action') ?? ''
    if (action !== 'SendRawEmail') ses.asked.push(action)
    if (action === 'DeleteIdentity' && ses.deletesNone)
      return answer(403, error('AccessDenied', 'Not authorized to perform ses:DeleteIdentity.'))
    const told = DKIM[action]?.(ses.domains, form)
    if (told !== undefined)
      return answer(200, `<${action}Response><${action}Result>${told}</${action}Result></${action}Response>`)
    if (form.get('Action') === 'GetSendQuota')
      return answer(
        200,
        `<GetSendQuotaResponse><GetSendQuotaResult><Max24HourSend>50000</Max24HourSend><MaxSendRate>${ses.maxSendRate}</MaxSendRate><SentLast24Hours>0</SentLast24Hours></GetSendQuotaResult></GetSendQuotaResponse>`,
      )
    if (form.get('Action') === 'GetIdentityVerificationAttributes')
      return answer(
        200,
        `<GetIdentityVerificationAttributesResponse><GetIdentityVerificationAttributesResult><VerificationAttributes>${ses.verified
          .map(
            (name) =>
              `<entry><key>${name}</key><value><VerificationStatus>Success</VerificationStatus></value></entry>`,
          )
          .join(
            '',
          )}</VerificationAttributes></GetIdentityVerificationAttributesResult></GetIdentityVerificationAttributesResponse>`,
      )
    if (form.get('Action') !== 'SendRawEmail') return answer(400, error('InvalidAction', 'Not known here.'))
    ses.calls += 1
    running += 1
    ses.together = Math.max(ses.together, running)
    await providerDelay(ses.faults.delayMs)
    running -= 1
    const fate = fateOf(roll(), ses.faults)
    if (fate === 'throttle') return answer(400, error('Throttling', 'Maximum sending rate exceeded.'))
    if (fate === 'fail') return answer(500, error('InternalFailure', 'Try again.'))
    const mail = mailFrom(form)
    const isKnown =
      [mail.from, mail.from.split('@')[1]!].some((name) => ses.verified.includes(name)) ||
      ses.domains.get(mail.from.split('@')[1]!)?.status === 'Success'
    if (ses.strict && !isKnown)
      return answer(
        400,
        error(
          'MessageRejected',
          `Email address is not verified. The following identities failed the check in region EU-WEST-1: ${mail.from}`,
        ),
      )
    if (!mail.to.includes('@')) return answer(400, error('InvalidParameterValue', 'Missing final @domain'))
    ses.accepted.push(mail)
    ses.onAccepted?.(mail)
    if (fate === 'accept and cut') return cut(res)
    return answer(
      200,
      `<SendRawEmailResponse><SendRawEmailResult><MessageId>${mail.id}</MessageId></SendRawEmailResult></SendRawEmailResponse>`,
    )
  })
  // No connection of a client is closed while it pauses: a call that has just begun would fail.
  server.keepAliveTimeout = 600_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ses.url = `http://127.0.0.1:${(server.address() as { port: number }).port}`
  ses.close = () =>
    new Promise((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return ses
}

/** The tokens of a domain stay the same. */
const tokensOf = (domain: string) =>
  [1, 2, 3].map((n) => `<member>${createHash('md5').update(`${n}${domain}`).digest('hex')}</member>`).join('')

const membersOf = (form: URLSearchParams) =>
  [...form].filter(([name]) => name.startsWith('Identities.member.')).map(([, value]) => value)

const DKIM: Record<string, (domains: SesServer['domains'], form: URLSearchParams) => string> = {
  VerifyDomainDkim: (domains, form) => {
    const domain = form.get('Domain') ?? ''
    domains.set(domain, { status: 'Pending', signs: true })
    return `<DkimTokens>${tokensOf(domain)}</DkimTokens>`
  },
  GetIdentityDkimAttributes: (domains, form) =>
    `<DkimAttributes>${membersOf(form)
      .flatMap((name) => {
        const found = domains.get(name)
        if (!found) return []
        const { status, signs } = found
        return `<entry><key>${name}</key><value><DkimEnabled>${signs}</DkimEnabled><DkimVerificationStatus>${status}</DkimVerificationStatus><DkimTokens>${tokensOf(name)}</DkimTokens></value></entry>`
      })
      .join('')}</DkimAttributes>`,
  DeleteIdentity: (domains, form) => {
    domains.delete(form.get('Identity') ?? '')
    return ''
  },
  SetIdentityDkimEnabled: (domains, form) => {
    const found = domains.get(form.get('Identity') ?? '')
    if (found) found.signs = form.get('DkimEnabled') === 'true'
    return ''
  },
}

const error = (code: string, message: string) =>
  `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`

function mailFrom(form: URLSearchParams): AcceptedMail {
  const tags = new Map<string, string>()
  for (let n = 1; form.has(`Tags.member.${n}.Name`); n++)
    tags.set(form.get(`Tags.member.${n}.Name`)!, form.get(`Tags.member.${n}.Value`) ?? '')
  return {
    id: randomUUID(),
    from: form.get('Source') ?? '',
    to: form.get('Destinations.member.1') ?? '',
    delivery_id: tags.get('delivery_id') ?? '',
    attempt_id: tags.get('attempt_id') ?? '',
    raw: Buffer.from(form.get('RawMessage.Data') ?? '', 'base64').toString(),
    configuration_set: form.get('ConfigurationSetName'),
    at: Date.now(),
  }
}
