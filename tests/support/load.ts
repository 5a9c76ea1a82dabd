import { Agent, request } from 'node:http'

const A_SECOND = 20

type Answered = { status: number; text: string }

/** The answer to one request of the load. @property name what a write was to make; null for a read. */
export type Heard = Answered & { path: string; name: string | null }

const call = (
  agent: Agent,
  port: number,
  host: string,
  sent: { method: string; path: string; key?: string; body?: string },
) =>
  new Promise<Answered>((resolve) => {
    const headers = {
      host,
      ...(sent.key && { authorization: `Bearer ${sent.key}` }),
      ...(sent.body && { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(sent.body)) }),
    }
    const asked = request(
      { agent, host: '127.0.0.1', port, method: sent.method, path: sent.path, headers },
      (answer) => {
        let text = ''
        answer.on('data', (part) => {
          text += part
        })
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      },
    )
    asked.on('error', (error) => resolve({ status: 0, text: String(error) }))
    asked.end(sent.body)
  })

/** Sends twenty requests a second, a quarter of them writes. `stop` waits for all answers. @param key of the API. */
export function startLoad(port: number, host: string, key: string) {
  const agent = new Agent({ keepAlive: true })
  const answers: Promise<Heard>[] = []
  let written = 0
  const sendNext = () => {
    const n = answers.length
    const name = n % 4 === 0 ? `Jetty ${n}` : null
    const sent =
      name !== null
        ? { method: 'POST', path: '/api/locations', key, body: JSON.stringify([{ name }]) }
        : n % 4 === 1
          ? { method: 'GET', path: '/hello' }
          : { method: 'GET', path: '/api/locations?limit=1', key }
    answers.push(
      call(agent, port, host, sent).then((answer) => {
        if (answer.status === 201) written += 1
        return { ...answer, path: sent.path, name }
      }),
    )
  }
  const timer = setInterval(sendNext, 1_000 / A_SECOND)
  return {
    /** How many writes have been acknowledged. */
    written: () => written,
    stop: async () => {
      clearInterval(timer)
      const heard = await Promise.all(answers)
      agent.destroy()
      return heard
    },
  }
}
