import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createS3Storage } from './s3.ts'

let answer = (_response: ServerResponse) => {}
let requests = 0
const server = createServer((request, response) => {
  requests += 1
  request.resume().on('end', () => answer(response))
})
beforeAll(async () => {
  const env = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening))
})
afterAll(() => {
  vi.unstubAllEnvs()
  server.closeAllConnections()
  server.close()
})

const storage = () =>
  createS3Storage({
    ...{ bucket: 'club-files', endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, timeoutMs: 200 },
  })

test('a bucket that takes a request and never answers fails the call', async () => {
  answer = () => {}
  const { get, put, size, list, remove } = storage()
  const key = 's/1/a.webp'
  for (const call of [
    () => get(key),
    () => put(key, { bytes: Buffer.from('x'), content_type: 'image/webp' }),
    () => size(key),
    () => list('s/1/'),
    () => remove(key),
  ]) {
    requests = 0
    await expect(call()).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(requests).toBe(2)
  }
})

test('a bucket that stops in the middle of a file fails the call', async () => {
  answer = (response) => {
    response.writeHead(200, { 'content-type': 'image/webp', 'content-length': '10' })
    response.write('half ')
  }
  await expect(storage().get('s/1/a.webp')).rejects.toMatchObject({ name: 'TimeoutError' })
})
