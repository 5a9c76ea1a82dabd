import { type APIRequestContext, type APIResponse, expect } from '@playwright/test'
import { PASSWORD } from './fixtures.ts'
import { confirmEmailOf } from './product-database.ts'
import { runningProduct } from './running-product.ts'

/** Calls the API of a site as a program would: by address, with the site in the Host header. */
export type Client = {
  call(
    method: string,
    path: string,
    options?: { body?: unknown; raw?: string; headers?: Record<string, string> },
  ): Promise<APIResponse>
}

export function client(
  request: APIRequestContext,
  slug: string,
  token?: string,
  port: string | number = runningProduct().port,
): Client {
  return {
    call: (method, path, { body, raw, headers } = {}) =>
      request.fetch(`http://127.0.0.1:${port}${path}`, {
        method,
        maxRedirects: 0,
        headers: {
          host: `${slug}.localhost:${port}`,
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body === undefined && raw === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(raw !== undefined ? { data: raw } : body !== undefined ? { data: JSON.stringify(body) } : {}),
      }),
  }
}

export async function login(
  request: APIRequestContext,
  email: string,
  slug = 'harbour',
  port: string | number = runningProduct().port,
) {
  const answer = await client(request, slug, undefined, port).call('POST', '/api/auth/login', {
    body: { email, password: PASSWORD },
  })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()) as { access: string; refresh: string; user: { id: number; role: string } }
}

/** Registers a member for one test, approved and with a confirmed email, so that tests do not depend on each other. */
export async function freshMember(request: APIRequestContext, slug = 'harbour', name = 'Test Member') {
  const email = `member-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 7)}@example.org`
  const nobody = client(request, slug)
  const made = await nobody.call('POST', '/api/register', { body: { email, name, password: PASSWORD } })
  expect(made.status(), await made.text()).toBe(204)
  const admin = client(request, slug, (await login(request, `admin@${slug}.test`, slug)).access)
  const { order } = await (await admin.call('GET', `/api/people/?email=${encodeURIComponent(email)}`)).json()
  const id = order[0] as number
  expect((await admin.call('PUT', '/api/people/', { body: [{ id, is_active: true }] })).status()).toBe(200)
  await confirmEmailOf(email)
  return { id, email, name }
}

/** Removes a record and everything that this affects. @returns the status. */
export async function removeRecord(admin: Client, collection: string, id: number | undefined): Promise<number> {
  const path = `/api/${collection}/${id}/`
  const asked = await admin.call('DELETE', path)
  const confirm = asked.status() === 409 ? (await asked.json()).confirm : undefined
  return confirm === undefined ? asked.status() : (await admin.call('DELETE', `${path}?confirm=${confirm}`)).status()
}
