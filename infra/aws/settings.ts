import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'

/** The settings of one deployment: a file like `settings.example.json`. */
export type Settings = {
  region: string
  size: keyof typeof SIZES
  /** `BASE_DOMAIN` of the product: clubs are at `{slug}.{domain}`. */
  domain: string
  /** The public hosted zone of Route 53 that holds `domain`, and sends the mail. */
  zone: { id: string; name: string }
  /** Certificates of AWS Certificate Manager for clubs' own domains (docs/aws.md); none unless given. */
  ownDomainCertificates?: string[]
  mailFrom: string
  /** Messages a second that Amazon SES allows the account. */
  mailRate: number
  supportEmail: string
  alarmEmail: string
  /** A secret with the keys `TWILIO_ACCOUNT_SID`, `TWILIO_AUTH_TOKEN` and `TWILIO_FROM`; empty: no texts. */
  twilioSecretArn: string
  /** The name of the database. A restore fills one of a new name (docs/aws.md). */
  database: string
}

/** Of a task in CPU units and MiB; of storage in GiB. docs/aws.md has the costs. */
export const SIZES = {
  /** About 100 clubs of 200 people. */
  small: {
    web: { cpu: 512, memory: 1024, least: 2, most: 4 },
    worker: { cpu: 512, memory: 1024, count: 1 },
    database: { type: 't4g.medium', storage: 20, mostStorage: 100 },
    redis: 'cache.t4g.micro',
    natGateways: 1,
  },
  /** About 1,000. */
  medium: {
    web: { cpu: 1024, memory: 2048, least: 2, most: 8 },
    worker: { cpu: 512, memory: 1024, count: 2 },
    database: { type: 'm7g.large', storage: 100, mostStorage: 400 },
    redis: 'cache.t4g.small',
    natGateways: 2,
  },
  /** About 10,000. */
  large: {
    web: { cpu: 1024, memory: 2048, least: 4, most: 20 },
    worker: { cpu: 1024, memory: 2048, count: 4 },
    database: { type: 'r7g.xlarge', storage: 500, mostStorage: 2000 },
    redis: 'cache.t4g.medium',
    natGateways: 2,
  },
} as const

const certificates = readFileSync(path.join(import.meta.dirname, '../rds-ca.pem'), 'utf8').split(
  /(?<=END CERTIFICATE-----)\s+/,
)
/** Whether the image has the authority of the region's databases (`RDS_CA_RSA2048_G1`). */
const isRegion = (region: string) =>
  certificates.some(
    (pem) => pem && new X509Certificate(pem).subject.includes(`CN=Amazon RDS ${region} Root CA RSA2048 G1`),
  )

/** @throws with what to correct, before anything is deployed. */
export function readSettings(file: string): Settings {
  const settings = JSON.parse(readFileSync(file, 'utf8')) as Settings
  const problems = [
    ...(Object.keys(SIZES).includes(settings.size) ? [] : [`size: one of ${Object.keys(SIZES).join(', ')}`]),
    ...(isRegion(settings.region) ? [] : [`region: infra/rds-ca.pem has no authority for ${settings.region}`]),
    ...(`.${settings.domain}`.endsWith(`.${settings.zone.name}`) ? [] : ['domain: has to be in the zone']),
    // Amazon SES verifies the zone, and `watchbill doctor` looks for the domain of the sender.
    ...(settings.mailFrom.split('@')[1] === settings.zone.name ? [] : ['mailFrom: has to be an address of the zone']),
    ...((settings.ownDomainCertificates ?? []).every((arn) => arn.startsWith(`arn:aws:acm:${settings.region}:`))
      ? []
      : ['ownDomainCertificates: ARNs of certificates in the region']),
    ...(settings.mailRate > 0 ? [] : ['mailRate: what Amazon SES allows the account, in messages a second']),
    ...(/^[a-z][a-z0-9_]{0,62}$/.test(settings.database) ? [] : ['database: lower-case letters, digits and _']),
  ]
  if (problems.length) throw new Error(`${file}:\n${problems.join('\n')}`)
  return settings
}
