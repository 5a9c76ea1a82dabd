import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Told } from './ceiling.ts'

/** Serves each task on its own port and replies with the port. Exits with its parent. */
process.on('message', async (told: Told) => {
  const server = await serverFor(told)
  server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port))
})
process.on('disconnect', () => process.exit())

async function serverFor({ task, url, pool }: Told): Promise<Server> {
  if (task.kind === 'react') return (await import('./react-server.ts')).reactServer(task)
  return (await import('./bare-server.ts')).bareServer(task, url, pool)
}
