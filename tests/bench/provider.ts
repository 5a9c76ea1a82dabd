import { startSesServer } from '../support/providers/ses-server.ts'

/**
 * The local Amazon SES as a separate process, so that it takes no processor time from the sender. argv: its delay in
 * ms.
 */
const server = await startSesServer({ delayMs: Number(process.argv[2] ?? 0) })
// Workers keep to what the account may send.
server.maxSendRate = 1_000_000
server.onAccepted = () => void server.accepted.splice(0)
process.stdout.write(`${server.url}\n`)
