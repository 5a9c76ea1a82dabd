import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Told } from './ceiling.ts'

/** Serves each task that it is told on a port of its own, which it answers, until whoever started it is gone. */
process.on('message', async (told: Told) => {
  const server = await serverFor(told)
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
})
process.on('disconnect', () => process.exit())

/** Loads only what the task needs. */
async function serverFor({ task, url, pool }: Told): Promise<Server> {
  if (task.kind === 'react') return (await import('./react-server.ts')).reactServer(task)
  return (await import('./bare-server.ts')).bareServer(task, url, pool)
}
