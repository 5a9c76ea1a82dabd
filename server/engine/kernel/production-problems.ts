type Settings = {
  BASE_DOMAIN: string
  PUBLIC_ORIGIN?: string | undefined
  MAIL_FROM: string
  SUPPORT_EMAIL: string
  SES_REGION?: string | undefined
  SMTP_URL?: string | undefined
  S3_BUCKET?: string | undefined
  S3_ENDPOINT?: string | undefined
  S3_REGION?: string | undefined
}

/** A domain that no one else can reach: the product is being tried out. */
export const isLocalDomain = (domain: string): boolean => domain === 'localhost' || domain.endsWith('.localhost')

/**
 * Finds settings that would fail once clubs use the product: links that do not open, mail that is refused. A product
 * on `localhost` may keep them.
 * @param env shows which variables are set; `settings` has the defaults too.
 * @returns one printable line per problem.
 */
export function productionProblems(settings: Settings, env: NodeJS.ProcessEnv): string[] {
  const problems = storageProblems(settings, env)
  if (isLocalDomain(settings.BASE_DOMAIN)) return problems
  const { BASE_DOMAIN, PUBLIC_ORIGIN, MAIL_FROM, SUPPORT_EMAIL } = settings
  const addresses = { BASE_DOMAIN, ...((settings.SES_REGION || settings.SMTP_URL) && { MAIL_FROM }), SUPPORT_EMAIL }
  for (const [name, address] of Object.entries(addresses))
    if (/(?:^|[.@])example$/.test(address))
      problems.push(`${name}: ${address} is only an example; set an address of your own`)
  if (!PUBLIC_ORIGIN) problems.push(`PUBLIC_ORIGIN: is required, such as https://${BASE_DOMAIN}`)
  else if (!PUBLIC_ORIGIN.startsWith('https://')) problems.push('PUBLIC_ORIGIN: must begin with https://')
  if (PUBLIC_ORIGIN && new URL(PUBLIC_ORIGIN).hostname !== BASE_DOMAIN)
    problems.push(`PUBLIC_ORIGIN: its host must be BASE_DOMAIN, ${BASE_DOMAIN}`)
  if (settings.SES_REGION && !env.MAIL_RATE)
    problems.push('MAIL_RATE: set the messages a second that Amazon SES allows your account')
  return problems
}

function storageProblems({ S3_BUCKET, S3_ENDPOINT, S3_REGION }: Settings, env: NodeJS.ProcessEnv): string[] {
  if (!S3_BUCKET) return S3_ENDPOINT || S3_REGION ? ['S3_BUCKET: is required with S3_ENDPOINT or S3_REGION'] : []
  return S3_REGION || env.AWS_REGION ? [] : ['S3_REGION: is required with S3_BUCKET']
}
