import { Readable } from 'node:stream'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import { oneLine } from '#server/deliveries/texts/plain.ts'
import { cutText } from '#server/engine/kernel/cut-text.pure.ts'
import { createGate } from '#server/engine/kernel/gate.ts'
import { composeMime } from '#server/engine/kernel/mail/mime.ts'
import type { Outcome, Transport } from '../transport.ts'

export type SmtpSettings = {
  /** `smtp://` (STARTTLS) or `smtps://` (TLS from the start), with `user:password@` if required. */
  url: string
  /** `off` sends in the clear, for a relay on the same machine. */
  tls?: 'required' | 'off'
  ca?: string
  from: string
  timeoutMs?: number
}

type SmtpFailure = { responseCode?: number; command?: string; code?: string; message?: string }

/** Responses about our own sign-in, whichever command they follow. */
const SIGN_IN_CODES = new Set([530, 534, 535, 538])
/** Commands whose permanent refusal concerns this message; others concern our settings. */
const MESSAGE_COMMANDS = new Set(['RCPT TO', 'DATA'])
const TOO_LARGE = 552
/** Errors that nodemailer raises before asking the server: an invalid address, or a mail above the server's limit. */
const UNSENDABLE = new Set(['EENVELOPE', 'EMESSAGE'])

/**
 * Translates a failure into an outcome.
 * @param handedOver whether any byte of the mail reached the server, which may then have accepted it.
 */
export function smtpOutcome(error: unknown, handedOver: boolean): Outcome {
  const { responseCode, command = '', code = '', message = '' } = (error ?? {}) as SmtpFailure
  const reason = cutText(oneLine(`${code}: ${message}`), 300)
  if (responseCode) {
    const permanent =
      responseCode === TOO_LARGE ||
      (responseCode >= 500 && MESSAGE_COMMANDS.has(command) && !SIGN_IN_CODES.has(responseCode))
    if (permanent) return { kind: 'rejected', reason }
    const answered = command === 'MAIL FROM' || MESSAGE_COMMANDS.has(command)
    return { kind: 'refused', reason, ...(responseCode >= 500 && { ours: true }), ...(answered && { answered: true }) }
  }
  if (handedOver) return { kind: 'ambiguous', reason }
  return { kind: UNSENDABLE.has(code) ? 'rejected' : 'refused', reason }
}

const MAX_CONNECTIONS = 5

/** Sends email through an SMTP server, one connection per mail. It reports no events: an unanswered mail is held. */
export function createSmtpTransport({
  url,
  tls = 'required',
  ca,
  from: platform,
  timeoutMs = 20_000,
}: SmtpSettings): Transport {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const auth = username ? { user: decodeURIComponent(username), pass: decodeURIComponent(password) } : null
  const inTurn = createGate({
    ...{ running: MAX_CONNECTIONS, waiting: 1_000, retryAfter: 1 },
    full: 'Too many emails are waiting for the SMTP server.',
  })
  const connect = () =>
    new SMTPConnection({
      ...{ host, secure, tls: { minVersion: 'TLSv1.2', ...(ca && { ca }) } },
      ...(port && { port: Number(port) }),
      ...(tls === 'off' ? { ignoreTLS: true } : { requireTLS: !secure }),
      ...{ connectionTimeout: 5_000, greetingTimeout: timeoutMs, socketTimeout: timeoutMs, dnsTimeout: 5_000 },
      ...{ socketCloseTimeout: 1_000, maxResponseSize: 64 * 1024 },
    })
  return {
    send: async (message) => {
      const from = message.from ?? platform
      const messageId = `<${message.attempt_id}.${message.delivery_id}@${from.split('@')[1]}>`
      const raw = await composeMime({
        ...message,
        messageId,
        from: { name: oneLine(message.site_name), address: from },
        replyTo: message.reply_to,
      }).catch(() => null)
      if (!raw) return { kind: 'rejected', reason: 'The message could not be turned into an email.' }
      const outcome = await inTurn(() => sendOver(connect(), { auth, from, to: message.to, raw, timeoutMs })).catch(
        (error): Outcome => ({ kind: 'refused', reason: String(error) }),
      )
      return outcome ?? { kind: 'sent', provider_id: messageId }
    },
    check: () => signIn(connect(), auth),
    // The protocol cannot query an earlier mail.
    trace: async () => 'cannot say',
  }
}

/** Connects, signs in and leaves. @returns why that failed, or null. */
const signIn = (connection: SMTPConnection, auth: Sending['auth']): Promise<string | null> =>
  new Promise((resolve) => {
    const settle = (error?: unknown) => {
      if (error) connection.close()
      else connection.quit()
      resolve(error ? oneLine(String(error)) : null)
    }
    connection.on('error', settle)
    connection.connect((failed) => (failed || !auth ? settle(failed) : connection.login(auth, settle)))
  })

type Sending = {
  auth: { user: string; pass: string } | null
  from: string
  to: string
  raw: Buffer
  timeoutMs: number
}

/**
 * Sends one mail over a new connection and closes it.
 * @returns null when the server accepted the mail.
 */
function sendOver(connection: SMTPConnection, { auth, from, to, raw, timeoutMs }: Sending): Promise<Outcome | null> {
  let handedOver = false
  // Read only after the server has agreed to take the mail.
  const body = new Readable({
    read() {
      handedOver = true
      this.push(raw)
      this.push(null)
    },
  })
  return new Promise((resolve) => {
    const settle = (error?: unknown) => {
      clearTimeout(timer)
      if (error) connection.close()
      else connection.quit()
      resolve(error ? smtpOutcome(error, handedOver) : null)
    }
    // The connection's own timeouts restart with each byte; this one does not.
    const timer = setTimeout(() => settle({ code: 'ETIMEDOUT', message: 'The server is too slow.' }), timeoutMs * 2)
    connection.on('error', settle)
    connection.connect((failed) => {
      if (failed) return settle(failed)
      const deliver = () => connection.send({ from, to: [to], size: raw.length }, body, (error) => settle(error))
      if (!auth) return deliver()
      connection.login(auth, (refused) => (refused ? settle(refused) : deliver()))
    })
  })
}
