import { createHash, randomBytes } from 'node:crypto'
import PostalMime from 'postal-mime'
import sharp from 'sharp'
import { expect } from 'vitest'
import { createSesTransport } from '#server/deliveries/transports/ses.ts'
import { createS3Storage } from '#server/engine/kernel/storage/s3.ts'
import { createMessageFiles, rememberFiles } from '#server/messages/attachments/files.ts'
import { erasePerson } from '#server/platform/erase.ts'
import { removeUnusedFiles } from '#server/platform/unused-files.ts'
import { createApi } from '#tests/support/api.ts'
import { test as base } from '#tests/support/fixture.ts'
import { messagingFor } from '#tests/support/messages/messaging.ts'
import { startS3Server } from '#tests/support/providers/s3-server.ts'
import { startSesServer } from '#tests/support/providers/ses-server.ts'

const BUCKET = 'club-files'
const KEYS = { AWS_ACCESS_KEY_ID: 'test-key', AWS_SECRET_ACCESS_KEY: 'test-secret' }
const DAY = 86_400_000

const pdf = (size = 2_000) =>
  Buffer.concat([Buffer.from('%PDF-1.7\n%âãÏÓ\n'), randomBytes(Math.max(0, size - 40)), Buffer.from('\n%%EOF\n')])
const calendar = (...lines: string[]) =>
  Buffer.from(['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//x//y', ...lines, 'END:VCALENDAR', ''].join('\r\n'))
const picture = (format: 'png' | 'jpeg') =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .toFormat(format)
    .toBuffer()
const sha = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')

/** Messages with files, by the AWS SDK on a local S3 and a local SES. */
const test = base
  .extend('s3', { scope: 'file' }, async ({ world: _ }, { onCleanup }) => {
    Object.assign(process.env, KEYS)
    const s3 = await startS3Server(BUCKET, KEYS.AWS_ACCESS_KEY_ID)
    onCleanup(() => s3.close())
    return s3
  })
  .extend('filesApi', { scope: 'file' }, async ({ world, s3 }, { onCleanup }) => {
    const api = await createApi(world, { S3_BUCKET: BUCKET, S3_ENDPOINT: s3.url, S3_REGION: 'eu-west-1' })
    onCleanup(() => api.close())
    return api
  })
  .extend('storage', ({ s3 }) => createS3Storage({ bucket: BUCKET, endpoint: s3.url, region: 'eu-west-1' }))
  .extend('headers', ({ filesApi, site, admin }) => filesApi.signIn(site, admin))
  .extend(
    'call',
    ({ filesApi, site, headers }) =>
      async (method: string, path: string, body?: unknown, by = headers) => {
        const answer = await filesApi.call(site, { method, path, headers: by, ...(body !== undefined && { body }) })
        return { ...answer, body: answer.text.startsWith('{') ? JSON.parse(answer.text) : null }
      },
  )
  .extend('draft', ({ call }) => async (over: object = {}) => {
    const fields = { kind: 'email', subject: 'Hello', body: 'Hi', audience: { everyone: true }, ...over }
    return (await call('POST', '/messages', [fields])).body.order[0] as number
  })
  .extend('add', ({ call }) => (id: number, bytes: Uint8Array, name: string, type = 'application/pdf') => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)], { type }), name)
    return call('POST', `/messages/${id}/attachments`, form)
  })
  .extend(
    'stored',
    ({ s3, site }) =>
      () =>
        [...s3.objects.keys()].filter((key) => key.startsWith(`f/${site.id}/`)),
  )
  .extend('sender', async ({ world, storage }, { onCleanup }) => {
    const ses = await startSesServer()
    const email = createSesTransport({
      ...{ region: 'eu-west-1', endpoint: ses.url, from: 'no-reply@watchbill.example' },
      credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    })
    onCleanup(async () => {
      email.close()
      await ses.close()
    })
    const { messaging, transports } = messagingFor(world, {
      transports: { email, sms: messagingFor(world).transports.sms },
      readFile: rememberFiles(createMessageFiles(storage).read),
    })
    return {
      ses,
      transports,
      drain: async () => {
        world.clock.set(new Date(world.clock.epochMs() + 10_100))
        await messaging.drain()
      },
    }
  })

const EVENT = ['BEGIN:VEVENT', 'UID:1', 'DTSTAMP:20270101T000000Z', 'DTSTART:20270310T100000Z', 'END:VEVENT']

test('files are recognised by their content, whatever their name', async ({ draft, add }) => {
  const kinds: [bytes: Buffer, name: string, type: string, shown: string, found: string][] = [
    [pdf(), 'notes.exe', 'text/html', 'notes.exe.pdf', 'application/pdf'],
    [await picture('png'), 'C:\\x\\map.PNG', 'application/pdf', 'map.png', 'image/png'],
    [await picture('jpeg'), 'a\r\nBcc: eve.jpg', '', 'aBcc- eve.jpg', 'image/jpeg'],
    [calendar(...EVENT), 'season.ics', 'text/plain', 'season.ics', 'text/calendar'],
  ]
  for (const [bytes, name, type, filename, content_type] of kinds) {
    const added = await add(await draft(), bytes, name, type)
    expect(added, added.text).toMatchObject({
      status: 200,
      body: { attachments: [{ id: expect.any(Number), filename, content_type, size: bytes.length }] },
    })
  }
})

test('other kinds and excess files are refused at the field and not kept', async ({ draft, add, call, stored }) => {
  const id = await draft()
  const wrong: [bytes: Buffer, name: string][] = [
    [Buffer.from('<html><script>alert(1)</script>'), 'page.pdf'],
    [Buffer.from(''), 'empty.pdf'],
    [Buffer.from('BEGIN:VCALENDAR\r\nBEGIN:VEVENT'), 'half.ics'],
    [Buffer.from('BEGIN:VCALENDAR<script>'), 'page.ics'],
    [Buffer.from('GIF89a\x01\x00\x01\x00'), 'me.png'],
    [Buffer.from('PK\x03\x04'), 'me.zip'],
  ]
  for (const [bytes, name] of wrong) {
    const { status, body } = await add(id, bytes, name)
    expect([name, status, body]).toEqual([name, 400, { file: [`“${name}” is not a PDF, PNG, JPEG or calendar file.`] }])
  }
  expect((await add(id, pdf(5 * 1024 * 1024 + 100), 'big.pdf')).body).toEqual({ file: ['Together more than 5 MB.'] })
  expect((await add(id, pdf(12 * 1024 * 1024), 'huge.pdf')).body).toEqual({ file: ['Together more than 5 MB.'] })
  expect((await add(id, pdf(3 * 1024 * 1024), 'one.pdf')).status).toBe(200)
  expect((await add(id, pdf(3 * 1024 * 1024), 'two.pdf')).body).toEqual({ file: ['Together more than 5 MB.'] })
  await add(id, pdf(), 'two.pdf')
  await add(id, pdf(), 'three.pdf')
  expect((await add(id, pdf(), 'four.pdf')).body).toEqual({ file: ['A message has at most 3 files.'] })
  expect((await call('POST', `/messages/${id}/attachments`, new FormData())).status).toBe(400)
  expect(stored()).toHaveLength(3)
  const text = await draft({ kind: 'sms', subject: '' })
  expect((await add(text, pdf(), 'a.pdf')).body).toEqual({ file: ['A text has no files.'] })
})

test('an email with files becomes a text only without them', async ({ world, site, draft, add, call }) => {
  const id = await draft()
  const [file] = (await add(id, pdf(), 'a.pdf')).body.attachments
  expect(await call('PUT', '/messages', [{ id, kind: 'sms', subject: '' }])).toMatchObject({ status: 400 })
  // A message converted earlier still has its file, which can be removed.
  await world.superuser.query("update core.messages set kind = 'sms' where site_id = $1 and id = $2", [site.id, id])
  expect((await add(id, pdf(), 'b.pdf')).body).toEqual({ file: ['A text has no files.'] })
  expect(await call('DELETE', `/messages/${id}/attachments/${file.id}`)).toMatchObject({
    status: 200,
    body: { attachments: [] },
  })
  const other = await draft()
  expect(await call('PUT', '/messages', [{ id: other, kind: 'sms', subject: '' }])).toMatchObject({ status: 200 })
})

test('of many files that arrive together three are kept', async ({ draft, add, call }) => {
  const id = await draft()
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => add(id, pdf(), `${n}.pdf`)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  const { results } = (await call('GET', `/messages/${id}`)).body
  expect(results.messages[id].attachments).toHaveLength(3)
  expect(JSON.stringify(results)).not.toContain('"key"')
})

test('only an admin of the site downloads a file', async ({
  world,
  s3,
  storage,
  filesApi,
  site,
  member,
  draft,
  add,
  call,
  stored,
}) => {
  const id = await draft()
  const bytes = pdf()
  const [file] = (await add(id, bytes, 'Räce 4.pdf')).body.attachments
  const path = `/messages/${id}/attachments/${file.id}`
  const got = await call('GET', path)
  expect(got.status).toBe(200)
  expect(Object.fromEntries(got.headers)).toMatchObject({
    'content-type': 'application/octet-stream',
    'x-content-type-options': 'nosniff',
    'content-disposition': `attachment; filename="R_ce 4.pdf"; filename*=UTF-8''R%C3%A4ce%204.pdf`,
  })
  const read = await filesApi.context.messageFiles.read(site.id, stored()[0]!.split('/')[2]!)
  expect(sha(read!)).toBe(sha(bytes))
  expect((await call('GET', path, undefined, await filesApi.signIn(site, member))).status).toBe(403)
  expect((await call('GET', path, undefined, {})).status).toBe(401)
  const other = await world.makeSite()
  const theirs = await filesApi.signIn(other, await world.makePerson(other, { role: 'admin' }))
  const own = await filesApi.call(other, { method: 'POST', path: '/messages', headers: theirs, body: [{ body: 'x' }] })
  const [mine] = JSON.parse(own.text).order
  for (const [method, path, body] of [
    ['GET', `/messages/${id}/attachments/${file.id}`],
    ['GET', `/messages/${mine}/attachments/${file.id}`],
    ['DELETE', `/messages/${id}/attachments/${file.id}`],
    ['PUT', `/messages/${mine}/attachments`, { from: id }],
  ] as const)
    expect((await filesApi.call(other, { method, path, headers: theirs, body })).status, `${method} ${path}`).toBe(404)
  const key = stored()[0]!
  for (const from of [key, `${key}.png`, `../${key}`]) {
    const media = await filesApi.context.media.read(site.id, from)
    expect(media).toBeNull()
  }
  expect(await filesApi.context.messageFiles.read(other.id, `../${site.id}/${key.split('/')[2]}`)).toBeNull()
  expect(s3.objects.get(key)?.content_type).toBe('application/octet-stream')
  expect([await storage.size(key), await storage.size(`${key}x`)]).toEqual([
    s3.objects.get(key)?.bytes.byteLength,
    null,
  ])
})

test('each mail carries the same bytes, even a test, a copy, and a retry; they are read once', async ({
  world,
  site,
  s3,
  draft,
  add,
  call,
  sender,
}) => {
  for (let n = 0; n < 8; n++) await world.makePerson(site, { email: `crew${n}@example.org` })
  const id = await draft()
  const [note, ics] = [pdf(300_000), calendar(...EVENT)]
  await add(id, note, 'Räce 4.pdf')
  await add(id, ics, 'season.ics')
  const preview = (await call('GET', `/messages/${id}/preview`)).body
  expect(preview.attachments).toEqual([
    { filename: 'Räce 4.pdf', size: note.length },
    { filename: 'season.ics', size: ics.length },
  ])
  expect((await call('POST', `/messages/${id}/test`)).status).toBe(202)
  await sender.drain()
  expect(sender.ses.accepted).toHaveLength(1)
  s3.calls.length = 0
  sender.ses.faults.delayMs = 20
  sender.ses.faults.throttled = 0.2
  expect((await call('PUT', `/messages/${id}/send`, {})).status).toBe(202)
  await expect
    .poll(
      async () => {
        await sender.drain()
        return sender.ses.accepted.length
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThanOrEqual(10)
  expect(s3.calls.filter((line) => line.startsWith('GET /'))).toEqual([])
  for (const mail of sender.ses.accepted) {
    const parsed = await PostalMime.parse(mail.raw)
    expect(parsed.attachments.map(({ filename, mimeType }) => [filename, mimeType])).toEqual([
      ['Räce 4.pdf', 'application/pdf'],
      ['season.ics', 'text/calendar'],
    ])
    const raw = mail.raw.replaceAll('\r\n', '')
    for (const bytes of [note, ics]) expect(raw.includes(bytes.toString('base64'))).toBe(true)
  }
  expect(sender.ses.together).toBeLessThanOrEqual(2)
  const copy = await draft()
  expect((await call('PUT', `/messages/${copy}/attachments`, { from: id })).body.attachments).toHaveLength(2)
  const { rows: lines } = await world.superuser.query(
    "select details from core.audit where site_id = $1 and subject_id = $2 and action = 'messages.copy_files'",
    [site.id, copy],
  )
  expect(lines).toEqual([{ details: { from: id, files: 2 } }])
  expect((await add(id, pdf(), 'late.pdf')).status).toBe(409)
})

test('a missing file fails the delivery, a storage that does not answer delays it', async ({
  s3,
  draft,
  add,
  call,
  sender,
  stored,
}) => {
  const id = await draft()
  await add(id, pdf(), 'a.pdf')
  s3.failing = 503
  await call('PUT', `/messages/${id}/send`, {})
  await sender.drain()
  const counts = async () => (await call('GET', `/messages/${id}`)).body.results.messages[id].counts
  expect(await counts()).toEqual({ queued: 1 })
  s3.failing = null
  s3.objects.delete(stored()[0]!)
  await expect
    .poll(
      async () => {
        await sender.drain()
        return counts()
      },
      { timeout: 20_000 },
    )
    .toEqual({ failed: 1 })
  expect(sender.ses.accepted).toEqual([])
})

test('a file is removed two days after its last message, even if its draft came back in between', async ({
  world,
  storage,
  draft,
  add,
  call,
  stored,
}) => {
  const id = await draft()
  const [file] = (await add(id, pdf(), 'a.pdf')).body.attachments
  const copy = await draft()
  await call('PUT', `/messages/${copy}/attachments`, { from: id })
  const sweep = (days: number) =>
    removeUnusedFiles({
      pool: world.pool('platform'),
      storage,
      now: new Date(world.clock.epochMs() + days * DAY),
    })
  const removed = await call('DELETE', `/messages/${id}`)
  await sweep(0)
  await sweep(3)
  expect(stored()).toHaveLength(1)
  const undone = await call('POST', '/messages/undo', { token: removed.headers.get('undo-token') })
  expect(undone.status, undone.text).toBe(200)
  const { results } = (await call('GET', `/messages/${id}`)).body
  expect(results.messages[id].attachments).toMatchObject([{ id: file.id, filename: 'a.pdf' }])
  await call('DELETE', `/messages/${id}/attachments/${file.id}`)
  await call('DELETE', `/messages/${copy}/attachments/${file.id}`)
  await sweep(4)
  await sweep(5)
  expect(stored()).toHaveLength(1)
  await sweep(6.1)
  expect(stored()).toEqual([])
})

test('files are erased with the last recipient of their message', async ({
  world,
  site,
  storage,
  draft,
  add,
  call,
  sender,
  stored,
}) => {
  const ann = await world.makePerson(site, { name: 'Ann' })
  const id = await draft({ audience: { people: [ann.id] } })
  await add(id, pdf(), 'a.pdf')
  await call('PUT', `/messages/${id}/send`, {})
  await sender.drain()
  await world.superuser.query(`update core.messages set status = 'sent' where site_id = $1 and id = $2`, [site.id, id])
  expect(stored()).toHaveLength(1)
  await erasePerson({ pool: world.pool('platform'), storage, now: world.clock.now() }, site.slug, String(ann.id))
  expect(stored()).toEqual([])
  const { results } = (await call('GET', `/messages/${id}`)).body
  expect(results.messages[id]).toMatchObject({ body: '', attachments: [] })
})
