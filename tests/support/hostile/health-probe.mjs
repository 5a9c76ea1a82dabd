// Polls the health of one address in a separate thread, so that nothing in the test delays the next request.
import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

const { port, host } = workerData
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
/** Milliseconds between an answer and the next request. */
const GAP = 4

/** Marks that wait for the answer to a later request. */
let waiting = []
let longest = 0
let asked = 0
parentPort.on('message', (id) => void waiting.push({ id, from: asked }))

const ask = () =>
  new Promise((resolve, reject) => {
    const request = get({ agent, host: '127.0.0.1', port, path: '/healthz', headers: { host } }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode))
    })
    request.on('error', reject)
  })

for (;;) {
  asked += 1
  const begun = performance.now()
  const status = await ask().catch((error) => error.message)
  if (status !== 200) longest = Number.POSITIVE_INFINITY
  longest = Math.max(longest, performance.now() - begun)
  const done = waiting.filter(({ from }) => from < asked)
  if (done.length) {
    for (const { id } of done) parentPort.postMessage({ id, longest, asked })
    waiting = waiting.filter(({ from }) => from >= asked)
    longest = 0
  }
  await pause(GAP)
}
