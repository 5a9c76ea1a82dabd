import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { accountPartsOf, givePassword, PASSWORD } from '#tests/support/accounts.ts'
import { test as base } from '#tests/support/fixture.ts'

const run = promisify(execFile)

type Json = Record<string, unknown>
type Operation = { operationId: string; tags: string[]; method: string; path: string }

const test = base
  .extend('document', async ({ callApi }) => (await callApi('GET', '/openapi.json')).body as Json)
  .extend('operations', ({ document }): Operation[] =>
    Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(([path, item]) =>
      Object.entries(item).flatMap(([method, operation]) =>
        method === 'parameters' ? [] : [{ ...operation, method, path }],
      ),
    ),
  )
  /** A folder in the checkout with the description as `openapi.json`, so that its modules find their packages. */
  .extend('folder', ({ document }, { onCleanup }) => {
    mkdirSync('.cache', { recursive: true })
    const folder = mkdtempSync(path.resolve('.cache/openapi-'))
    onCleanup(() => rmSync(folder, { recursive: true }))
    writeFileSync(path.join(folder, 'openapi.json'), JSON.stringify(document))
    return folder
  })
  .extend('redocly', ({ folder }) => async (...args: string[]) => {
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    const command = [path.resolve('node_modules/@redocly/cli/bin/cli.js'), ...args]
    return await run(process.execPath, command, { cwd: folder, env, maxBuffer: 2 ** 26 }).catch((error) => error)
  })

function having(key: string, node: unknown, at = '#'): { at: string; node: Json }[] {
  if (typeof node !== 'object' || node === null) return []
  return [
    ...(Object.hasOwn(node, key) ? [{ at, node: node as Json }] : []),
    ...Object.entries(node).flatMap(([step, part]) => having(key, part, `${at}/${step}`)),
  ]
}

test('each operation has an id of its own, named after its address', ({ operations }) => {
  const ids = operations.map(({ operationId }) => operationId)
  expect(ids.filter((id, i) => !/^[a-z][A-Za-z]+$/.test(id) || ids.indexOf(id) !== i)).toEqual([])
  expect(
    Object.fromEntries(operations.map(({ operationId, method, path }) => [operationId, [method, path]])),
  ).toMatchObject({
    listShifts: ['get', '/shifts/'],
    createShifts: ['post', '/shifts/'],
    getPerson: ['get', '/people/{id}/'],
    changeCompetency: ['put', '/competencies/{id}/'],
    putShiftPublish: ['put', '/shifts/{id}/publish'],
    getWaiting: ['get', '/waiting'],
    getWaitingPlace: ['get', '/waiting/{id}'],
    postAuthRecoveryCodes: ['post', '/auth/recovery-codes'],
  })
})

test('each operation has one tag, and each tag a name and a description', ({ document, operations }) => {
  const tags = document.tags as { name: string; description: string }[]
  const names = tags.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(tags.filter(({ name, description }) => !/^[A-Z]/.test(name) || !/\.$/.test(description))).toEqual([])
  expect(operations.filter(({ tags }) => tags.length !== 1 || !names.includes(tags[0] as string))).toEqual([])
})

test('arrays have items', ({ document }) => {
  const arrays = having('type', document).filter(({ node }) => [node.type].flat().includes('array'))
  expect(arrays.length).toBeGreaterThan(100)
  expect(arrays.filter(({ node }) => !node.items).map(({ at }) => at)).toEqual([])
})

/** Syntax that not every language reads alike: classes by Unicode property, named groups, lookbehind. */
const NOT_PORTABLE = /\\[pP]\{|\\k<|\(\?<|\\u\{|\\[cZzAGQE]/

test('patterns compile in JavaScript and in Python', async ({ document }) => {
  const patterns = [
    ...new Set(
      having('pattern', document).flatMap(({ node }) => (typeof node.pattern === 'string' ? [node.pattern] : [])),
    ),
  ]
  expect(patterns.length).toBeGreaterThan(5)
  for (const pattern of patterns) expect(() => new RegExp(pattern, 'u'), pattern).not.toThrow()
  expect(patterns.filter((pattern) => NOT_PORTABLE.test(pattern))).toEqual([])
  const script = 'import json, re, sys\nfor pattern in json.loads(sys.argv[1]): re.compile(pattern)'
  const python = await run('python3', ['-c', script, JSON.stringify(patterns)]).catch((error) => error)
  if (python.code !== 'ENOENT') expect(python.stderr).toBe('')
})

test('redocly finds nothing', async ({ redocly }) => {
  const { stdout } = await redocly(
    'lint',
    'openapi.json',
    '--config',
    path.resolve('tests/contract/openapi/redocly.yaml'),
    '--format=json',
  )
  const { totals, problems } = JSON.parse(stdout)
  expect(problems.map(({ ruleId, message }: Json) => `${ruleId}: ${message}`)).toEqual([])
  expect(totals).toMatchObject({ errors: 0, warnings: 0 })
})

const PROGRAM = `
import { ApiError, client } from './client.ts'

export async function useClient(fetch: typeof globalThis.fetch, site: string, email: string, password: string, event: number) {
  client.configure({ serverUrl: site, fetch })
  const { access, user } = await client.postAuthLogin({ body: { email, password } })
  client.auth.bearer(access)
  await client.createShifts({ body: { event } })
  const { count, results } = await client.listShifts({ query: { event: String(event), limit: 5 } })
  const events: (number | undefined)[] = Object.values(results.shifts).map((shift) => shift.event)
  const refusal = await client.createShifts({ body: { event: -1 } }).catch((error: unknown) => error)
  if (!(refusal instanceof ApiError)) throw new Error('not refused')
  return { name: user.name, count, events, status: refusal.status, refused: refusal.body }
}
`

test('a generated client signs in, creates and lists shifts, and reads a refusal', async ({
  folder,
  redocly,
  world,
  api,
  site,
  admin,
}) => {
  await redocly('generate-client', 'openapi.json', '--output=client.ts', '--import-ext=ts')
  writeFileSync(path.join(folder, 'program.ts'), PROGRAM)
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: path.resolve('tsconfig.json'),
      compilerOptions: { incremental: false, types: [] },
      include: ['*.ts'],
    }),
  )
  const types = await run(process.execPath, [path.resolve('node_modules/typescript-7/bin/tsc'), '-p', folder]).catch(
    (error) => error,
  )
  expect(types.stdout).toBe('')
  await givePassword(world, accountPartsOf(world), admin.email)
  const { id: event } = await world.insert(site, 'events', {
    start: '2027-03-20T09:00:00Z',
    end: '2027-03-20T12:00:00Z',
  })
  const throughApi: typeof fetch = async (input, init) => {
    const request = new Request(input, init)
    const { status, text, headers } = await api.call(site, {
      method: request.method,
      path: request.url.split('/api')[1] ?? '',
      headers: Object.fromEntries(request.headers),
      raw: await request.text(),
    })
    return new Response(text || null, { status, headers })
  }
  const { useClient } = await import(/* @vite-ignore */ path.join(folder, 'program.ts'))
  expect(await useClient(throughApi, `http://${site.slug}.localhost/api`, admin.email, PASSWORD, event)).toEqual({
    name: admin.name,
    count: 1,
    events: [event],
    status: 400,
    refused: { event: [expect.any(String)] },
  })
})
