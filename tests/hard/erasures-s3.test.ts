import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createS3Storage } from '#server/engine/kernel/storage/s3.ts'
import { backup } from '#server/platform/backup.ts'
import { erasePerson } from '#server/platform/erase.ts'
import { ERASED_NAME } from '#server/platform/erase-rows.ts'
import { restore } from '#server/platform/restore.ts'
import { createApi } from '#tests/support/api.ts'
import { createCommands } from '#tests/support/programs.ts'
import { type S3Server, startS3Server } from '#tests/support/providers/s3-server.ts'
import { createWorld, type World } from '#tests/support/world.ts'

let s3: S3Server
const folder = mkdtempSync(path.join(tmpdir(), 'watchbill-s3-'))
const environment = () => ({
  S3_BUCKET: 'club-files',
  S3_ENDPOINT: s3.url,
  S3_REGION: 'eu-west-1',
  AWS_ACCESS_KEY_ID: 'test-key',
  AWS_SECRET_ACCESS_KEY: 'test-secret',
  AWS_MAX_ATTEMPTS: '1',
})
beforeAll(async () => {
  s3 = await startS3Server('club-files', 'test-key')
  for (const [name, value] of Object.entries(environment())) vi.stubEnv(name, value)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await s3.close()
  rmSync(folder, { recursive: true, force: true })
})

test('files in a bucket are kept with their type, listed over many answers and removed; a missing one is no error', async () => {
  const storage = createS3Storage({ bucket: 'club-files', endpoint: s3.url })
  expect(await storage.get('s/1/none.webp')).toBeNull()
  const keys = ['a', 'b', 'c', 'd', 'e'].map((name) => `s/1/${name}.webp`)
  for (const key of keys) await storage.put(key, { bytes: Buffer.from(`of ${key}`), content_type: 'image/webp' })
  await storage.put('s/11/other.webp', { bytes: Buffer.from('x'), content_type: 'image/webp' })
  const found = await storage.get(keys[3]!)
  expect([Buffer.from(found?.bytes ?? []).toString(), found?.content_type]).toEqual([`of ${keys[3]}`, 'image/webp'])
  expect(await storage.list('s/1/')).toEqual(keys)
  for (const key of [...keys, 's/11/other.webp']) await storage.remove(key)
  await storage.remove(keys[0]!)
  expect(await storage.list('s/')).toEqual([])
  const stranger = createS3Storage({ bucket: 'another', endpoint: s3.url })
  await expect(stranger.get('s/1/a.webp')).rejects.toThrow('NoSuchBucket')
})

test('a person’s own photo is stored in the bucket, read from there, replaced and removed', async () => {
  const world = await createWorld()
  const api = await createApi(world, environment())
  try {
    const site = await world.makeSite()
    const me = await world.makePerson(site)
    const headers = await api.signIn(site, me)
    const storage = createS3Storage({ bucket: 'club-files', endpoint: s3.url })
    const upload = async (background: string) => {
      const picture = await sharp({ create: { width: 600, height: 300, channels: 3, background } })
        .png()
        .toBuffer()
      const body = new FormData()
      body.set('file', new File([new Uint8Array(picture)], 'me.png', { type: 'image/png' }))
      const { status, text } = await api.call(site, {
        method: 'POST',
        path: '/people/upload_image_self',
        headers,
        body,
      })
      expect(status, text).toBe(200)
      return String(JSON.parse(text).avatar)
    }
    const first = await upload('#ff0000')
    expect(await storage.list(`s/${site.id}/`)).toEqual([first])
    expect(await api.context.media.read(site.id, first)).toMatchObject({ content_type: 'image/webp' })
    const second = await upload('#00ff00')
    expect(await storage.list(`s/${site.id}/`)).toEqual([second])
    const own = await api.call(site, { method: 'GET', path: `/people/${me.id}`, headers })
    expect(JSON.parse(own.text).results.people[me.id].avatar).toBe(second)
    s3.failing = 503
    const body = new FormData()
    body.set(
      'file',
      new File(
        [
          new Uint8Array(
            await sharp({ create: { width: 9, height: 9, channels: 3, background: '#fff' } })
              .png()
              .toBuffer(),
          ),
        ],
        'x.png',
      ),
    )
    const refused = await api.call(site, { method: 'POST', path: '/people/upload_image_self', headers, body })
    expect(refused.status, refused.text).toBe(503)
    s3.failing = null
    expect(await storage.list(`s/${site.id}/`), 'what was there stays').toEqual([second])
    const gone = await api.call(site, { method: 'DELETE', path: '/people/remove_image_self', headers })
    expect(gone.status, gone.text).toBeLessThan(300)
    expect(await storage.list(`s/${site.id}/`)).toEqual([])
  } finally {
    s3.failing = null
    await api.close()
    await world.close()
  }
})

test('people erased after the backup stay erased after a restore: the list is in the bucket', async () => {
  const [before, after] = await Promise.all([createWorld(), createWorld()])
  try {
    const site = await before.makeSite({ slug: 'club' })
    const people = []
    for (const name of ['ann', 'ben', 'cho', 'dee'])
      people.push(await before.makePerson(site, { name, email: `${name}@example.org` }))
    const photo = `s/${site.id}/${'p'.repeat(32)}.webp`
    const storage = createS3Storage({ bucket: 'club-files', endpoint: s3.url })
    await storage.put(photo, { bytes: Buffer.from('photo'), content_type: 'image/webp' })
    await before.superuser.query('update core.people set avatar = $1 where id = $2', [photo, people[0]!.id])
    const command = (world: World, words: string[]) => createCommands(world.url)([...words, '--json'], environment())
    const parts = (world: World) => ({
      pool: world.pool('platform'),
      storage,
      now: world.clock.now(),
      clock: world.clock,
    })
    const saved = path.join(folder, 'backup')
    await backup(parts(before), saved)

    const erase = (email: string) => erasePerson(parts(before), 'club', email)
    s3.failing = 503
    await expect(erase('ann@example.org')).rejects.toThrow('cannot be written, so nothing was changed')
    const { rows } = await before.superuser.query("select from core.people where name = 'ann'")
    expect(rows).toHaveLength(1)
    s3.failing = null
    for (const email of ['ann@example.org', 'ben@example.org']) await erase(email)
    const result = await command(before, ['erase', '--site', 'club', '--person', 'cho@example.org', '--yes'])
    expect(result.code).toBe(0)
    expect([...s3.objects.keys()].sort()).toEqual(people.slice(0, 3).map(({ id }) => `erasures/${site.id}-${id}.json`))
    expect([...s3.objects.values()].map(({ bytes }) => bytes.toString()).join()).not.toMatch(/ann|ben|cho|example/)

    s3.failing = 503
    await expect(restore(parts(after), saved)).rejects.toThrow('cannot be read, so nothing was changed')
    expect((await after.superuser.query('select from core.people')).rows).toHaveLength(0)
    s3.failing = null
    const restored = await command(after, ['restore', '--from', saved])
    expect(JSON.parse(restored.out)).toMatchObject({ replayed: { people: 3, sites: 0 } })
    const names = await after.superuser.query('select name, email from core.people order by id')
    const gone = { name: ERASED_NAME, email: '' }
    expect(names.rows).toEqual([gone, gone, gone, { name: 'dee', email: 'dee@example.org' }])
  } finally {
    await Promise.all([before.close(), after.close()])
  }
})
