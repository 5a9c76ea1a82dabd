import { Resolver } from 'node:dns/promises'
import path from 'node:path'
import * as z from 'zod'
import { parseSize } from './byte-size.pure.ts'
import { SECRET_LENGTH, secretsOf } from './derive.ts'
import { isCountry } from './phone-number/countries.pure.ts'
import { isLocalDomain, productionProblems } from './production-problems.ts'
import type { QuotaLimits } from './quota-limits.pure.ts'

const text = z.string().trim().min(1)
const optionalText = z.preprocess((v) => (v === '' ? undefined : v), text.optional())
const addressOf = (...schemes: string[]) =>
  z.preprocess(
    (v) => (v === '' ? undefined : v),
    text
      .refine(
        (v) => schemes.some((scheme) => v.startsWith(`${scheme}://`)) && URL.canParse(v),
        `must be an address such as ${schemes[0]}://user:password@host/name`,
      )
      .optional(),
  )
const database = addressOf('postgres', 'postgresql')
const quota = z.preprocess(
  (v) => (v === '' ? undefined : v),
  z.coerce.number().int().min(0).max(2_147_483_647).optional(),
)
/** Whether the resolver takes them. */
function areServers(servers: string[]): boolean {
  try {
    new Resolver().setServers(servers)
    return true
  } catch {
    return false
  }
}
const port = z.coerce.number().int().min(0).max(65535)

/** Addresses of a product with known passwords: browsers resolve `localhost` to either. */
const LOOPBACK = ['127.0.0.1', '::1']

const DEV_SECRET = 'watchbill-development-secret-not-for-production'

/** Set by the build; undefined when run from sources. */
declare const BUILT_COMMIT: string
const builtCommit = typeof BUILT_COMMIT === 'string' && BUILT_COMMIT ? BUILT_COMMIT : 'dev'

const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORT: port.default(3000),
  HOST: optionalText,
  BASE_DOMAIN: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, 'must be a lower-case host name without a port')
    .default('localhost'),
  PUBLIC_ORIGIN: z.preprocess(
    (v) => (v === '' ? undefined : v),
    z
      .string()
      .regex(/^https?:\/\/[^/]+$/, 'must be an origin such as https://watchbill.example')
      .optional(),
  ),
  DNS_SERVERS: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .refine(areServers, 'must be IP addresses, such as 192.0.2.53 or 192.0.2.53:5353'),
  STOP_DELAY: z.coerce.number().int().min(0).max(120).default(5),
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  DATA_DIR: text.default('.data'),
  DEPLOYMENT: z.preprocess((v) => (v === '' ? undefined : v), z.coerce.number().int().min(0).max(1000).optional()),
  DATABASE_URL: database,
  DATABASE_APP_URL: database,
  DATABASE_WORKER_URL: database,
  DATABASE_AUTH_URL: database,
  DATABASE_PLATFORM_URL: database,
  DATABASE_MIGRATE_URL: database,
  HEAP_GROWTH_PERCENT: z.coerce.number().int().min(0).max(400).default(40),
  PARSING_THREADS: z.coerce.number().int().min(1).max(16).default(2),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
  REDIS_URL: addressOf('redis', 'rediss'),
  SESSION_SECRET: z.preprocess(
    (v) => (v === '' ? undefined : v),
    z.string().min(SECRET_LENGTH, `must have at least ${SECRET_LENGTH} characters`).default(DEV_SECRET),
  ),
  METRICS_PORT: z.preprocess((v) => (v === '' ? undefined : v), port.optional()),
  METRICS_HOST: text.default('127.0.0.1'),
  METRICS_TOKEN: z.preprocess(
    (v) => (v === '' ? undefined : v),
    z.string().min(24, 'must have at least 24 characters').optional(),
  ),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  SUPPORT_EMAIL: z.email().default('support@watchbill.example'),
  ERROR_REPORT_URL: z.preprocess((v) => (v === '' ? undefined : v), z.url().optional()),
  COMMIT: z.preprocess((v) => (v === '' ? undefined : v), text.default(builtCommit)),
  MAIL_FROM: z.email().default('no-reply@watchbill.example'),
  SES_REGION: optionalText,
  SES_ENDPOINT: optionalText,
  SES_CONFIGURATION_SET: optionalText,
  SES_ACCESS_KEY_ID: optionalText,
  SES_SECRET_ACCESS_KEY: optionalText,
  SNS_TOPIC_ARN: optionalText,
  SMTP_URL: addressOf('smtp', 'smtps'),
  SMTP_TLS: z.enum(['required', 'off']).default('required'),
  TWILIO_ACCOUNT_SID: optionalText,
  TWILIO_AUTH_TOKEN: optionalText,
  TWILIO_FROM: optionalText,
  TWILIO_ENDPOINT: optionalText,
  MAIL_RATE: z.preprocess((v) => (v === '' ? undefined : v), z.coerce.number().positive().default(10)),
  SMS_RATE: z.coerce.number().positive().default(1),
  SMS_CODES_PER_COUNTRY: z.coerce.number().int().positive().default(250),
  /** ISO 3166 codes, such as "GB, AU"; empty: codes are sent nowhere. */
  SMS_CODE_COUNTRIES: z
    .string()
    .default('GB,AU')
    .transform((text) =>
      text
        .toUpperCase()
        .split(/[\s,]+/)
        .filter(Boolean),
    )
    .refine((codes) => codes.every(isCountry), 'must be codes of countries, such as GB,AU'),
  S3_ENDPOINT: optionalText,
  S3_BUCKET: optionalText,
  S3_REGION: optionalText,
  QUOTA_PEOPLE: quota,
  QUOTA_TEXTS: quota,
  QUOTA_EMAILS: quota,
  QUOTA_STORAGE: optionalText.transform((size, { addIssue }) => {
    const bytes = size === undefined ? undefined : parseSize(size)
    if (bytes === null) addIssue('must be a size such as 500 MB or 2 GB')
    return bytes ?? undefined
  }),
})

export type Config = Readonly<ReturnType<typeof readConfig>>

/** Texts need a provider; outside production they are captured. */
export const canSendTexts = ({
  production,
  TWILIO_ACCOUNT_SID,
}: Pick<Config, 'production' | 'TWILIO_ACCOUNT_SID'>): boolean => !production || TWILIO_ACCOUNT_SID !== undefined

/** An unusable environment; `problems` has one printable line each. */
export class ConfigError extends Error {
  readonly problems: string[]
  constructor(problems: string[], options?: ErrorOptions) {
    super(problems.join('\n'), options)
    this.problems = problems
  }
}

/**
 * Reads the environment once, at the composition root.
 * @param argv `--embedded` allows embedded parts in production, and on `localhost` default secrets.
 * @throws ConfigError with one line per problem.
 */
export function readConfig(env: NodeJS.ProcessEnv = process.env, argv: readonly string[] = process.argv) {
  const parsed = schema.safeParse(env)
  if (!parsed.success) {
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`))
  }
  const values = parsed.data
  const embeddedAllowed = argv.includes('--embedded')
  const production = values.NODE_ENV === 'production'
  const problems: string[] = []
  if (production && !embeddedAllowed && !givenDatabase(values))
    problems.push('DATABASE_URL: is required in production (or start with --embedded)')
  // Anyone knows the default, and could sign in as everyone.
  if (
    production &&
    secretsOf(values.SESSION_SECRET).includes(DEV_SECRET) &&
    !(embeddedAllowed && isLocalDomain(values.BASE_DOMAIN))
  )
    problems.push('SESSION_SECRET: the default is not allowed in production (or start with --embedded on localhost)')
  if (production && !embeddedAllowed && values.RATE_LIMITS === 'off')
    problems.push('RATE_LIMITS: cannot be off in production (or start with --embedded)')
  const isLocal = ['127.0.0.1', '::1', 'localhost'].includes(values.METRICS_HOST)
  if (production && values.METRICS_PORT !== undefined && !isLocal && !values.METRICS_TOKEN)
    problems.push('METRICS_TOKEN: is required when METRICS_HOST can be reached from outside')
  const twilio = [values.TWILIO_ACCOUNT_SID, values.TWILIO_AUTH_TOKEN, values.TWILIO_FROM].filter(Boolean).length
  if (twilio !== 0 && twilio !== 3)
    problems.push('TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM: give all three or none')
  problems.push(...mailProblems(values))
  if (production) problems.push(...productionProblems(values, env))
  if (problems.length) throw new ConfigError(problems)
  const origin = values.PUBLIC_ORIGIN ?? `http://${values.BASE_DOMAIN}${values.PORT === 80 ? '' : `:${values.PORT}`}`
  return {
    ...values,
    production,
    devRoutes: !production,
    dataDir: path.resolve(values.DATA_DIR),
    publicOrigin: origin,
    hosts: values.HOST ? [values.HOST] : production ? ['0.0.0.0'] : LOOPBACK,
    quotas: {
      people: values.QUOTA_PEOPLE ?? null,
      texts: values.QUOTA_TEXTS ?? null,
      emails: values.QUOTA_EMAILS ?? null,
      storage: values.QUOTA_STORAGE ?? null,
    } satisfies QuotaLimits,
  }
}

type DatabaseSettings = Partial<
  Record<`DATABASE_${'' | 'APP_' | 'WORKER_' | 'AUTH_' | 'PLATFORM_' | 'MIGRATE_'}URL`, string | undefined>
>

/** The URL for what has no login of its own: `DATABASE_URL`, else any login given; undefined: the embedded database. */
export const givenDatabase = (settings: DatabaseSettings): string | undefined =>
  settings.DATABASE_URL ??
  settings.DATABASE_APP_URL ??
  settings.DATABASE_WORKER_URL ??
  settings.DATABASE_PLATFORM_URL ??
  settings.DATABASE_AUTH_URL ??
  settings.DATABASE_MIGRATE_URL

type MailSettings = Pick<
  z.infer<typeof schema>,
  'SES_REGION' | 'SES_ACCESS_KEY_ID' | 'SES_SECRET_ACCESS_KEY' | 'SMTP_URL' | 'SMTP_TLS'
>

function mailProblems({ SMTP_URL, SMTP_TLS, ...ses }: MailSettings): string[] {
  const problems: string[] = []
  if (ses.SES_REGION && SMTP_URL) problems.push('SES_REGION, SMTP_URL: give one of the two')
  if (!ses.SES_ACCESS_KEY_ID !== !ses.SES_SECRET_ACCESS_KEY)
    problems.push('SES_ACCESS_KEY_ID, SES_SECRET_ACCESS_KEY: give both or none')
  if (!SMTP_URL || SMTP_TLS === 'required') return problems
  const { protocol, username } = new URL(SMTP_URL)
  if (protocol === 'smtps:') problems.push('SMTP_TLS: cannot be off for smtps://')
  if (username) problems.push('SMTP_TLS: cannot be off with a password in SMTP_URL, which would be sent in the clear')
  return problems
}

/**
 * Requires a mail provider in production; for processes that send.
 * @param argv `--no-mail` allows none; every email then fails with that reason.
 * @throws ConfigError when there is none.
 */
export function requireMailProvider(
  { production, SES_REGION, SMTP_URL }: Pick<Config, 'production' | 'SES_REGION' | 'SMTP_URL'>,
  argv: readonly string[] = process.argv,
): void {
  if (!production || SES_REGION || SMTP_URL || argv.includes('--no-mail')) return
  throw new ConfigError(['SES_REGION, SMTP_URL: one is required in production (or start with --no-mail)'])
}

/** The origin of a site's subdomain; also of the console, at its label. */
export function siteOrigin(config: Pick<Config, 'publicOrigin'>, slug: string): string {
  const [scheme, host] = config.publicOrigin.split('://')
  return `${scheme}://${slug}.${host}`
}

export function domainOrigin(config: Pick<Config, 'publicOrigin'>, name: string): string {
  const { protocol, port } = new URL(config.publicOrigin)
  return `${protocol}//${name}${port && `:${port}`}`
}

type Named = { slug: string; own_domain?: string | null }

/** The origin for links that people read later: the site's own domain, else its subdomain. */
export const linkOrigin = (config: Pick<Config, 'publicOrigin'>, { slug, own_domain }: Named): string =>
  own_domain ? domainOrigin(config, own_domain) : siteOrigin(config, slug)

/** The host in the UIDs of calendar entries, which stays when links name another: else calendars would show each twice. */
export const uidHost = (config: Pick<Config, 'publicOrigin'>, slug: string): string =>
  new URL(siteOrigin(config, slug)).hostname

/** The origin of this request, for what a browser binds to it: passkeys, and the way back from a provider. */
export const hereOrigin = (
  config: Pick<Config, 'publicOrigin'>,
  { slug, reached_at }: { slug: string; reached_at?: string },
): string => (reached_at === undefined ? siteOrigin(config, slug) : domainOrigin(config, reached_at))
