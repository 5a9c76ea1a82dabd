import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type ConfigError, canSendTexts, readConfig, requireMailProvider } from './config.ts'
import { secretsOf } from './derive.ts'

const example = new Map(
  readFileSync('.env.example', 'utf8')
    .split('\n')
    .filter((line) => /^[A-Z]/.test(line))
    .map((line) => line.split('=', 2) as [string, string]),
)

test('.env.example names exactly the variables that are read, with their defaults', () => {
  const read = [...readFileSync('server/engine/kernel/config.ts', 'utf8').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(
    ([, name]) => name,
  )
  expect([...example.keys()].sort()).toEqual(read.sort())
  const defaults = readConfig({} as NodeJS.ProcessEnv, []) as Record<string, unknown>
  expect(readConfig(Object.fromEntries(example) as NodeJS.ProcessEnv, [])).toEqual(defaults)
  for (const [name, value] of example) if (value !== '') expect([name, String(defaults[name])]).toEqual([name, value])
})

test('production refuses embedded parts and default secrets with one line each, unless configured otherwise', () => {
  const problems = (env: Record<string, string>, argv: string[] = []) => {
    try {
      readConfig(env as NodeJS.ProcessEnv, argv)
      return []
    } catch (error) {
      return (error as ConfigError).problems.map((line) => line.split(':')[0])
    }
  }
  const production = { NODE_ENV: 'production' }
  expect(problems(production)).toEqual(['DATABASE_URL', 'SESSION_SECRET'])
  for (const login of ['APP', 'WORKER', 'AUTH', 'PLATFORM', 'MIGRATE'])
    expect(problems({ ...production, [`DATABASE_${login}_URL`]: 'postgres://x/y' })).toEqual(['SESSION_SECRET'])
  expect(problems({ ...production, RATE_LIMITS: 'off' })).toHaveLength(3)
  expect(problems(production, ['--embedded'])).toEqual([])
  expect(problems({ PORT: 'x', BASE_DOMAIN: 'a:3000', LOG_LEVEL: 'loud' })).toEqual([
    'PORT',
    'BASE_DOMAIN',
    'LOG_LEVEL',
  ])
  const addresses = { DATABASE_URL: 'nonsense', DATABASE_AUTH_URL: 'mysql://x/y', REDIS_URL: 'http://x' }
  expect(problems(addresses)).toEqual(Object.keys(addresses))
  expect(problems({ ...production, SESSION_SECRET: 'short' })).toContain('SESSION_SECRET')
  expect(problems({ TWILIO_FROM: '+15550100' })).toHaveLength(1)
})

test('production on a domain refuses settings that fail once clubs use it; on localhost it may be tried out', () => {
  const problems = (env: Record<string, string>) => {
    const all = {
      ...{ NODE_ENV: 'production', BASE_DOMAIN: 'duty.club.org', PUBLIC_ORIGIN: 'https://duty.club.org' },
      ...{ SESSION_SECRET: 'a secret that is long enough to be one', SUPPORT_EMAIL: 'help@club.org' },
      ...env,
    }
    try {
      readConfig(all as NodeJS.ProcessEnv, ['--embedded'])
      return []
    } catch (error) {
      return (error as ConfigError).problems
    }
  }
  expect(problems({})).toEqual([])
  expect(problems({ SESSION_SECRET: '' })).toEqual([expect.stringMatching(/^SESSION_SECRET: the default/)])
  expect(problems({ PUBLIC_ORIGIN: '' })).toEqual([expect.stringMatching(/^PUBLIC_ORIGIN: is required/)])
  expect(problems({ PUBLIC_ORIGIN: 'http://duty.club.org' })).toEqual(['PUBLIC_ORIGIN: must begin with https://'])
  expect(problems({ PUBLIC_ORIGIN: 'https://www.club.org' })).toEqual([expect.stringMatching(/its host must be/)])
  expect(problems({ SUPPORT_EMAIL: 'help@watchbill.example' })).toEqual([expect.stringMatching(/^SUPPORT_EMAIL/)])
  const smtp = { SMTP_URL: 'smtp://mail.club.org' }
  expect(problems(smtp)).toEqual([expect.stringMatching(/^MAIL_FROM: no-reply@watchbill.example is only an example/)])
  const ses = { SES_REGION: 'eu-west-1', MAIL_FROM: 'duty@club.org' }
  expect(problems(ses)).toEqual([expect.stringMatching(/^MAIL_RATE: set/)])
  expect(problems({ ...ses, MAIL_RATE: '10' })).toEqual([])
  expect(problems({ S3_ENDPOINT: 'https://s3.club.org' })).toEqual([expect.stringMatching(/^S3_BUCKET/)])
  expect(problems({ S3_BUCKET: 'watchbill' })).toEqual([expect.stringMatching(/^S3_REGION/)])
  expect(problems({ S3_BUCKET: 'watchbill', AWS_REGION: 'eu-west-1' })).toEqual([])
  expect(
    problems({ BASE_DOMAIN: 'localhost', PUBLIC_ORIGIN: '', SUPPORT_EMAIL: 'help@watchbill.example', ...smtp }),
  ).toEqual([])
})

test('a secret has 32 characters; only with as many on each side does a comma separate it from a predecessor', () => {
  const [newer, older] = ['n'.repeat(32), 'o'.repeat(40)]
  expect(secretsOf(`${newer}, ${older}`)).toEqual([newer, older])
  for (const one of [newer, 'a secret with a comma, long enough to be one', `${newer},short`])
    expect(secretsOf(one)).toEqual([one])
  expect(() => readConfig({ SESSION_SECRET: 'short' } as unknown as NodeJS.ProcessEnv, [])).toThrow('32 characters')
})

test('a product with known passwords listens on localhost only, unless configured otherwise', () => {
  const hosts = (env: Record<string, string>) => readConfig(env as NodeJS.ProcessEnv, ['--embedded']).hosts
  for (const NODE_ENV of ['development', 'test']) expect(hosts({ NODE_ENV })).toEqual(['127.0.0.1', '::1'])
  expect(hosts({})).toEqual(['127.0.0.1', '::1'])
  expect(hosts({ NODE_ENV: 'production' })).toEqual(['0.0.0.0'])
  for (const NODE_ENV of ['development', 'production'])
    expect(hosts({ NODE_ENV, HOST: '192.0.2.7' })).toEqual(['192.0.2.7'])
})

test('processes that send need a mail provider in production, unless started without one on purpose', () => {
  const starts =
    (env: Record<string, string>, argv: string[] = []) =>
    () =>
      requireMailProvider(readConfig(env as NodeJS.ProcessEnv, ['--embedded']), argv)
  const production = { NODE_ENV: 'production' }
  expect(starts(production)).toThrow('SES_REGION, SMTP_URL: one is required in production (or start with --no-mail)')
  expect(starts(production, ['--no-mail'])).not.toThrow()
  expect(starts({ ...production, SES_REGION: 'eu-west-1' })).not.toThrow()
  expect(starts({ ...production, SMTP_URL: 'smtp://mail.example' })).not.toThrow()
  expect(starts({ NODE_ENV: 'development' })).not.toThrow()
})

test.each([
  [{ SES_REGION: 'eu-west-1', SMTP_URL: 'smtp://mail.example' }, 'give one of the two'],
  [{ SES_ACCESS_KEY_ID: 'key' }, 'give both or none'],
  [{ SMTP_URL: 'http://mail.example' }, 'must be an address such as smtp://'],
  [{ SMTP_URL: 'smtps://mail.example', SMTP_TLS: 'off' }, 'cannot be off for smtps'],
  [{ SMTP_URL: 'smtp://me:secret@mail.example', SMTP_TLS: 'off' }, 'in the clear'],
  [{ SMTP_TLS: 'maybe' }, 'SMTP_TLS'],
])('%o is refused', (env, message) => {
  expect(() => readConfig(env as unknown as NodeJS.ProcessEnv, [])).toThrow(message)
})

test('texts are offered with a provider for them, or outside production', () => {
  const twilio = { production: true, TWILIO_ACCOUNT_SID: 'AC1' }
  expect(canSendTexts(twilio)).toBe(true)
  expect(canSendTexts({ ...twilio, TWILIO_ACCOUNT_SID: undefined })).toBe(false)
  expect(canSendTexts({ production: false, TWILIO_ACCOUNT_SID: undefined })).toBe(true)
})
