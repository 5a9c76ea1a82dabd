import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

/** The certificate of `localhost`, which is its own authority. */
export const LOCALHOST_CA = readFileSync('tests/fixtures/tls/localhost.cert.pem', 'utf8')
const key = readFileSync('tests/fixtures/tls/localhost.key.pem', 'utf8')

export type SmtpServer = {
  port: number
  /** Each mail that was accepted, even where the answer is cut. */
  accepted: { from: string; to: string[]; raw: string; secure: boolean; user: string | undefined }[]
  /** Maximum number of connections that were open together. */
  connections: number
  close(): Promise<void>
}

/**
 * A local SMTP server with STARTTLS and a sign-in as `club` / `p@ss:word`; `options` changes what it offers and
 * refuses.
 */
export async function startSmtpServer(options: SMTPServerOptions = {}): Promise<SmtpServer> {
  const accepted: SmtpServer['accepted'] = []
  let open = 0
  const smtp: SmtpServer = { port: 0, accepted, connections: 0, close: async () => {} }
  const server = new SMTPServer({
    key,
    cert: LOCALHOST_CA,
    authOptional: true,
    closeTimeout: 100,
    onConnect: (_session, done) => {
      open += 1
      smtp.connections = Math.max(smtp.connections, open)
      done()
    },
    onClose: () => {
      open -= 1
    },
    onAuth: ({ username, password }, _session, done) =>
      username === 'club' && password === 'p@ss:word' ? done(null, { user: username }) : done(smtpReply(535, 'No.')),
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => void parts.push(part))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        accepted.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(parts).toString(),
          secure: session.secure,
          user: session.user,
        })
        done()
      })
    },
    ...options,
  })
  // Cut connections are part of the tests.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  smtp.port = (server.server.address() as { port: number }).port
  smtp.close = () => new Promise((resolve) => server.close(() => resolve()))
  return smtp
}

export const smtpReply = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

/**
 * A server that answers each line of the client with the next line of a script, and then stays silent, hangs up or
 * never finishes.
 */
export async function startScriptedServer(script: readonly string[], end: 'silent' | 'hang up' | 'drip') {
  const lines: string[] = []
  const server = createServer((socket) => {
    const answers = [...script]
    const next = () => {
      const answer = answers.shift()
      if (answer !== undefined) socket.write(`${answer}\r\n`)
      else if (end === 'hang up') socket.destroy()
      else if (end === 'drip') drip = setInterval(() => socket.write('250-still here\r\n'), 20)
    }
    let drip: NodeJS.Timeout | undefined
    socket.on('close', () => clearInterval(drip))
    socket.on('error', () => {})
    socket.on('data', (data) => {
      lines.push(data.toString())
      next()
    })
    next()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return { port, lines, close: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}
