import { startSesServer } from '../support/providers/ses-server.ts'

/** The local Amazon SES as a process of its own, so that it takes no time from who sends; argv = how long it thinks, in ms. */
const server = await startSesServer({ delayMs: Number(process.argv[2] ?? 0) })
server.onAccepted = () => void server.accepted.splice(0)
process.stdout.write(`${server.url}\n`)
