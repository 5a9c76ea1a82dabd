import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { createPasswords } from '#server/accounts/sign-in/password.ts'
import { createResolveSite } from '#server/engine/tenancy/resolve-site.ts'
import { seedDemo } from '#server/platform/demo/seed.ts'
import { worldTest as base } from '#tests/support/fixture.ts'
import { log } from '#tests/support/world.ts'

/**
 * The `http` blocks of docs/api.md: a request, an empty line, its body; then the expected status and part of the
 * answer. `{word}` in an expected answer captures the value for later requests.
 */
const BLOCKS = [...readFileSync('docs/api.md', 'utf8').matchAll(/```http\n([\s\S]*?)```/g)].map(([, text = '']) => text)

type Example = {
  method: string
  path: string
  headers: Record<string, string>
  body: string
  status: number
  answer: string
}

function exampleOf(block: string): Example {
  const [request = '', answer = ''] = block.split(/^HTTP /m)
  const [head = '', ...rest] = request.trim().split('\n\n')
  const [first = '', ...headers] = head.split('\n')
  const [method = '', path = ''] = first.split(' ')
  const [status = '', ...lines] = answer.split('\n')
  return {
    method,
    path,
    headers: Object.fromEntries(headers.map((line) => line.split(/:\s*/, 2) as [string, string])),
    body: rest.join('\n\n').trim(),
    status: Number(status.trim()),
    answer: lines.join('\n').trim(),
  }
}

const known: Record<string, string> = {}

const test = base
  .extend('startsAt', { scope: 'file' }, () => new Date('2027-03-01T12:00:00Z'))
  .extend('site', { scope: 'file' }, async ({ world }) => {
    await seedDemo({ platformPool: world.pool('platform'), passwords: createPasswords(), clock: world.clock, log })
    const site = await createResolveSite(world.pool('app'), world.clock)('harbour')
    if (!site) throw new Error('The demo has no harbour.')
    return site
  })

const filled = (text: string) =>
  text.replaceAll(/\{([a-z_]+)\}/g, (whole, name) => (Object.hasOwn(known, name) ? (known[name] ?? '') : whole))

function taken(expected: unknown, actual: unknown): unknown {
  if (typeof expected === 'string') {
    const [, name] = /^\{([a-z_]+)\}$/.exec(expected) ?? []
    if (name && (typeof actual === 'string' || typeof actual === 'number')) known[name] = String(actual)
    return name ? actual : expected
  }
  if (Array.isArray(expected))
    return expected.map((part, i) => taken(part, Array.isArray(actual) ? actual[i] : undefined))
  if (typeof expected !== 'object' || expected === null) return expected
  const there = (typeof actual === 'object' && actual !== null ? actual : {}) as Record<string, unknown>
  return Object.fromEntries(
    Object.entries(expected).map(([key, part]) => [filled(key), taken(part, there[filled(key)])]),
  )
}

test('every example of docs/api.md works as written, in order, and matches the OpenAPI description', async ({
  api,
  site,
}) => {
  expect(BLOCKS.length).toBeGreaterThan(15)
  for (const block of BLOCKS) {
    const { method, path, headers, body, status, answer } = exampleOf(block)
    const call = {
      method,
      path: filled(path).replace(/^\/api/, ''),
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, filled(value)])),
      ...(body && { body: JSON.parse(filled(body)) as unknown }),
    }
    const got = await api.call(site, call)
    expect(got.status, `${block}\n${got.text}`).toBe(status)
    if (!answer) continue
    if (!/^[[{]/.test(answer)) expect(got.text, block).toContain(answer)
    else {
      const actual: unknown = JSON.parse(got.text)
      expect(actual, block).toMatchObject(taken(JSON.parse(answer), actual) as object)
    }
  }
}, 60_000)
