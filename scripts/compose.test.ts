import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '#server/engine/kernel/config.ts'

type Service = {
  image: string
  build?: unknown
  command?: string[]
  environment?: Record<string, string>
  env_file?: string
  ports?: string[]
  volumes: string[]
  restart: string
  read_only: boolean
  cap_drop: string[]
  cap_add?: string[]
  security_opt: string[]
  logging: { options: Record<string, string> }
  healthcheck?: { test?: string[]; disable?: boolean }
  stop_grace_period?: string
  depends_on?: Record<string, { condition: string }>
}

const read = (file: string) => readFileSync(file, 'utf8')
const source = read('infra/compose.yaml')
const compose = parse(source, { merge: true }) as { services: Record<string, Service>; volumes: object }
const services = Object.entries(compose.services)
/** Those of the product's own image. */
const ours = services.filter(([, { image }]) => image.startsWith('${IMAGE:?'))
const names = (list: typeof services) => list.map(([name]) => name)

/** What compose makes of a text: variables of the file `.env`, and `$$` for `$`. */
const substituted = (text: string, env: Record<string, string>) =>
  text.replace(/\$\{(\w+)(?::\?[^}]*)?\}/g, (_, name: string) => env[name]!)

test('compose runs each process of the product and what it needs, of pinned images', () => {
  expect(names(services)).toEqual(['caddy', 'postgres', 'redis', 'migrate', 'web', 'worker', 'backup'])
  expect(names(ours)).toEqual(['migrate', 'web', 'worker', 'backup'])
  expect(services.filter(([, { build }]) => build)).toEqual([])
  for (const [name, { image }] of services)
    if (!names(ours).includes(name)) expect(image).toMatch(/:\d+(\.\d+)+@sha256:[0-9a-f]{64}$/)
})

test.each(services)('%s is confined, limits its log, restarts and has a health check', (name, service) => {
  const once = name === 'migrate'
  expect(service).toMatchObject({
    read_only: true,
    cap_drop: ['ALL'],
    security_opt: ['no-new-privileges:true'],
    logging: { options: { 'max-size': expect.any(String), 'max-file': expect.any(String) } },
    restart: once ? 'no' : 'unless-stopped',
  })
  expect([name, service.cap_add]).toEqual([name, name === 'caddy' ? ['NET_BIND_SERVICE'] : undefined])
  expect([name, service.ports !== undefined]).toEqual([name, name === 'caddy'])
  // The image has that of web.
  if (name !== 'web') expect(Boolean(service.healthcheck?.test)).toBe(!once)
})

test('compose asks for two passwords, the domain and the image', () => {
  const required = new Set([...source.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name))
  expect(required).toEqual(new Set(['IMAGE', 'BASE_DOMAIN', 'POSTGRES_PASSWORD', 'SESSION_SECRET']))
  const used = new Set([...source.matchAll(/\$\{(\w+)/g)].map(([, name]) => name))
  expect(used).toEqual(required)
})

test('the product accepts its settings in compose, and every other variable reaches it from the file .env', () => {
  const file = {
    ...{
      IMAGE: 'watchbill:1',
      BASE_DOMAIN: 'duty.club.org',
      POSTGRES_PASSWORD: 'letters123',
      SESSION_SECRET: 's'.repeat(32),
    },
    ...{ SUPPORT_EMAIL: 'help@club.org', MAIL_FROM: 'duty@club.org', SMTP_URL: 'smtp://mail.club.org' },
  }
  const known = [...read('.env.example').matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name)
  for (const [name, { env_file, environment = {} }] of ours) {
    expect(env_file).toBe('.env')
    const fixed = Object.fromEntries(Object.entries(environment).map(([key, value]) => [key, substituted(value, file)]))
    expect(Object.keys(fixed).filter((key) => !known.includes(key))).toEqual(name === 'backup' ? ['BACKUP_DIR'] : [])
    const config = readConfig({ ...file, ...fixed } as unknown as NodeJS.ProcessEnv, [])
    expect(config).toMatchObject({ production: true, publicOrigin: 'https://duty.club.org', SMTP_URL: file.SMTP_URL })
    expect(config.DATABASE_URL).toBe('postgres://watchbill:letters123@postgres:5432/watchbill')
  }
})

test('what compose mounts, runs and waits for exists', () => {
  for (const [name, { volumes = [], command = [], depends_on = {} }] of services) {
    for (const volume of volumes) {
      const [from = ''] = volume.split(':')
      const exists = from.startsWith('./') ? existsSync(path.join('infra', from)) : from in compose.volumes
      expect([name, volume, exists]).toEqual([name, volume, true])
    }
    for (const [file, entry] of command.join(' ').matchAll(/(?:build\/(\w+)\.js|infra\/[\w.]+)/g))
      expect([
        file,
        entry ? /entryPoints: {.*}/.exec(read('scripts/build.mjs'))?.[0].includes(`${entry}:`) : existsSync(file),
      ]).toEqual([file, true])
    expect(Object.keys(depends_on).filter((other) => !(other in compose.services))).toEqual([])
  }
})

test('Caddy makes a certificate only for a name at which a club answers', () => {
  const caddyfile = read('infra/Caddyfile')
  const [, asked] = /ask (http:\S+)\/$/m.exec(caddyfile) ?? []
  const answering = caddyfile.slice(caddyfile.indexOf(`\n${asked} {`))
  expect(answering).toMatch(/rewrite \* \/api\/organisations\/current$/m)
  expect(answering).toMatch(/header_up Host {http.request.uri.query.domain}$/m)
  expect(existsSync('app/features/organisation/routes/api.organisations.current.ts')).toBe(true)
  // One place has on-demand certificates, for every name that is asked about.
  expect(caddyfile.match(/^\S.* {\n\ttls {\n\t\ton_demand/gm)).toEqual(['https:// {\n\ttls {\n\t\ton_demand'])
})

test('no process of the product is cut off before it has stopped', () => {
  const STOP_DELAY = Number(/^STOP_DELAY=(\d+)$/m.exec(read('.env.example'))?.[1])
  for (const name of ['web', 'worker'])
    expect(Number.parseInt(compose.services[name]!.stop_grace_period!, 10)).toBeGreaterThan(STOP_DELAY + 30)
})
