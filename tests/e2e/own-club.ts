import type { APIRequestContext } from '@playwright/test'
import { client, login } from './api-client.ts'
import { expect } from './fixtures.ts'
import { productDatabase } from './product-database.ts'

let serial = 0

/** Makes an empty club. Its only person is the admin `admin@harbour.test`. */
export async function newClub(request: APIRequestContext) {
  const database = await productDatabase()
  const { slug } = await database.site({
    slug: `club-${Date.now().toString(36)}-${serial++}`,
    name: 'Monday Sailing Club',
    timezone: 'Europe/London',
    admin_name: 'Desmond Akinwande',
    admin_email: 'admin@harbour.test',
  })
  await database.end()
  const admin = client(request, slug, (await login(request, 'admin@harbour.test', slug)).access)
  const call = async (method: string, path: string, body?: object) => {
    const answer = await admin.call(method, path, { body })
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true)
    return answer.status() === 204 ? null : await answer.json()
  }
  const make = async (collection: string, rows: object[]): Promise<number[]> =>
    (await call('POST', `/api/${collection}/`, rows)).order
  return { slug, call, make }
}
