import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { expect } from 'vitest'
import { createLimits } from '#server/engine/access/limits/limits.ts'
import { removeUnusedPictures } from '#server/platform/unused-pictures.ts'
import { test as base } from '#tests/support/fixture.ts'
import { log } from '#tests/support/world.ts'

const DAY = 86_400_000

const draw = (width: number, height: number, alpha = 1) =>
  sharp({ create: { width, height, channels: alpha < 1 ? 4 : 3, background: { r: 200, g: 30, b: 30, alpha } } })

const test = base
  .extend('headers', ({ api, site, admin }) => api.signIn(site, admin))
  .extend('add', ({ callApi, headers }) => (bytes: Buffer, as = headers) => {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)], { type: 'text/html' }), 'a.exe')
    return callApi('POST', '/messages/pictures', as, form)
  })
  .extend('html', ({ callApi, headers }) => async (body: string) => {
    const template = { kind: 'email', subject: 'Race 4', body }
    const { text, html } = (await callApi('POST', '/messagetemplates/preview', headers, template)).body
    return { text, html, images: [...html.matchAll(/<img[^>]*>/g)].map(([tag]) => tag as string) }
  })

test('a picture is at most as wide as a mail, and of a kind that mail programs show', async ({ api, site, add }) => {
  const raw = { width: 900, height: 900, channels: 3 as const }
  const noise = await sharp(randomBytes(900 * 900 * 3), { raw })
    .png()
    .toBuffer()
  const kinds: [bytes: Buffer, type: string, width: number][] = [
    [await draw(2400, 1200).jpeg().toBuffer(), 'image/jpeg', 1200],
    [await draw(300, 100).webp().toBuffer(), 'image/jpeg', 300],
    [await draw(1300, 100, 0.5).webp().toBuffer(), 'image/png', 1200],
    [await draw(300, 100).png().toBuffer(), 'image/png', 300],
    [noise, 'image/jpeg', 900],
  ]
  for (const [bytes, type, width] of kinds) {
    const { status, body } = await add(bytes)
    expect([status, body]).toEqual([200, { address: expect.stringMatching(/^\/media\/s\/\d+\/[\w-]{32}\.(png|jpg)$/) }])
    const file = await api.context.media.read(site.id, body.address.slice('/media/'.length))
    expect(file?.content_type).toBe(type)
    expect(await sharp(file?.bytes).metadata()).toMatchObject({ format: type.split('/')[1], width })
  }
})

test('only an admin adds one, and only pictures are accepted', async ({ api, world, site, member, add }) => {
  const picture = await draw(10, 10).png().toBuffer()
  expect((await add(picture, await api.signIn(site, member))).status).toBe(403)
  expect((await add(picture, {})).status).toBe(401)
  expect((await add(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))).body).toEqual({
    file: ['Choose a JPEG, PNG or WebP image.'],
  })
  expect((await add(Buffer.alloc(5 * 1024 * 1024 + 1, 1))).body).toEqual({
    file: ['The image may have at most 5 MiB.'],
  })
  const { rows } = await world.superuser.query('select from core.message_pictures where site_id = $1', [site.id])
  expect(rows).toEqual([])
})

test('in a mail a picture has its full address, its size and its description, and never belongs to another site', async ({
  world,
  site,
  add,
  html,
}) => {
  const { address } = (await add(await draw(10, 10).png().toBuffer())).body
  const { images, text } = await html(`Hi\n\n![The "old" jetty](${address})\n\n![](${address})`)
  expect(images[0]).toMatch(/^<img src="[^"]+" alt="The &quot;old&quot; jetty" style="[^"]+">$/)
  for (const image of images) {
    expect(image).toContain('style="max-width:100%;height:auto;border-radius:8px"')
    const { hostname, pathname } = new URL(/src="([^"]+)"/.exec(image)?.[1] ?? '')
    expect([hostname, pathname]).toEqual([`${site.slug}.localhost`, address])
  }
  expect(images[1]).toContain('alt=""')
  expect(text).toContain('Hi\n\nThe "old" jetty\n\n')
  const other = await world.makeSite()
  const theirs = address.replace(`s/${site.id}/`, `s/${other.id}/`)
  for (const written of [theirs, `/x/..${theirs}`, theirs.replace('/media', '/./media')])
    expect((await html(`![Theirs](${written})`)).images).toEqual([])
  expect((await html('![Foreign](https://a.example/s/1/x.png)')).images).toHaveLength(1)
})

test('the thirty-first upload of ten minutes is refused, whatever is uploaded', async ({
  world,
  api,
  site,
  admin,
  callApi,
  headers,
  add,
}) => {
  const { order } = (await callApi('POST', '/messages', headers, [{ kind: 'email', subject: 'x', body: 'x' }])).body
  const attach = () => {
    const form = new FormData()
    form.append('file', new Blob([`<html>`]), 'a.pdf')
    return callApi('POST', `/messages/${order[0]}/attachments`, headers, form)
  }
  const { limits } = api.context
  api.context.limits = createLimits({ pool: world.pool('auth'), clock: world.clock, log, enabled: true })
  try {
    const refused = Buffer.from('<html>')
    for (let n = 0; n < 15; n += 1) expect([(await add(refused)).status, (await attach()).status]).toEqual([400, 400])
    expect([(await add(refused)).status, (await attach()).status]).toEqual([429, 429])
    const colleague = await world.makePerson(site, { role: 'admin' })
    expect(admin.id).not.toBe(colleague.id)
    expect((await add(refused, await api.signIn(site, colleague))).status).toBe(400)
  } finally {
    await api.context.limits.close()
    api.context.limits = limits
  }
})

test('a picture that only news, an event or a series shows stays until they are deleted', async ({
  world,
  site,
  api,
  callApi,
  headers,
  add,
}) => {
  const removed: string[] = []
  const sweep = (days: number) =>
    removeUnusedPictures({
      pool: world.pool('platform'),
      storage: { remove: async (key) => void removed.push(key) },
      now: new Date(world.clock.epochMs() + days * DAY),
    })
  const keyOf = async () => (await add(await draw(10, 10).png().toBuffer())).body.address.slice('/media/'.length)
  const places: [collection: string, make: (text: string) => object][] = [
    ['news', (content) => ({ title: 'Regatta', content })],
    ['events', (details) => ({ name: 'Regatta', start: '2027-06-01T10:00:00Z', end: '2027-06-01T12:00:00Z', details })],
    ['series', (details) => ({ name: 'Regattas', details })],
  ]
  const shown = await Promise.all(
    places.map(async ([collection, make]) => {
      const key = await keyOf()
      const { status, body } = await callApi('POST', `/${collection}`, headers, [make(`See ![](/media/${key}) here`)])
      expect([collection, status, body]).toEqual([collection, 201, expect.anything()])
      return { key, path: `/${collection}/${body.order[0]}` }
    }),
  )
  const own = () => removed.filter((key) => shown.some((one) => one.key === key))
  await sweep(3)
  await sweep(6)
  expect(own()).toEqual([])
  expect(await api.context.media.read(site.id, shown[0]?.key ?? '')).not.toBeNull()
  for (const { path } of shown) expect((await callApi('DELETE', path, headers)).status).toBe(204)
  await sweep(7)
  await sweep(9.1)
  expect(own().sort()).toEqual(shown.map(({ key }) => key).sort())
})

test('a picture is removed two days after the last message or template that named it', async ({
  world,
  site,
  api,
  callApi,
  headers,
  add,
}) => {
  const keyOf = async () => (await add(await draw(10, 10).png().toBuffer())).body.address.slice('/media/'.length)
  const [inMessage, inTemplate, inNone] = [await keyOf(), await keyOf(), await keyOf()]
  const make = async (collection: string, fields: object) =>
    (await callApi('POST', `/${collection}`, headers, [fields])).body.order[0] as number
  const email = { kind: 'email', subject: 'x', body: `a ![x](/media/${inMessage}) ![y](/media/${inMessage})` }
  const message = await make('messages', email)
  const template = await make('messagetemplates', { ...email, name: 'x', body: `![](/media/${inTemplate})` })
  const read = (key: string) => api.context.media.read(site.id, key)
  const removed: string[] = []
  const sweep = (days: number) =>
    removeUnusedPictures({
      pool: world.pool('platform'),
      storage: {
        remove: async (key) => {
          removed.push(key)
          await api.context.media.remove(site.id, key)
        },
      },
      now: new Date(world.clock.epochMs() + days * DAY),
    })
  await sweep(1)
  expect(removed.filter((key) => [inMessage, inTemplate, inNone].includes(key))).toEqual([])
  await sweep(3)
  expect(await read(inNone)).toBeNull()
  expect([await read(inMessage), await read(inTemplate)]).not.toContain(null)
  await callApi('DELETE', `/messages/${message}`, headers)
  await callApi('DELETE', `/messagetemplates/${template}`, headers)
  await sweep(4)
  await sweep(5)
  expect([await read(inMessage), await read(inTemplate)]).not.toContain(null)
  await sweep(6.1)
  expect([await read(inMessage), await read(inTemplate)]).toEqual([null, null])
  expect(await sweep(7)).toBe(0)
})
