import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Duration, Stack } from 'aws-cdk-lib'
import type * as ec2 from 'aws-cdk-lib/aws-ec2'
import * as ecs from 'aws-cdk-lib/aws-ecs'
import type { IGrantable } from 'aws-cdk-lib/aws-iam'
import * as iam from 'aws-cdk-lib/aws-iam'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import type { ILogGroup } from 'aws-cdk-lib/aws-logs'
import type { DatabaseInstance } from 'aws-cdk-lib/aws-rds'
import type { IBucket } from 'aws-cdk-lib/aws-s3'
import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'
import { MOVED, NAMESPACE, SCRAPED, STACK_LABEL } from './alarms.ts'
import type { createMail } from './mail.ts'
import { type Settings, SIZES } from './settings.ts'

type Parts = {
  settings: Settings
  image: ecs.ContainerImage
  key: IKey
  bucket: IBucket
  mail: ReturnType<typeof createMail>
  database: DatabaseInstance
  addresses: ISecret
  sessions: ISecret
  log: ILogGroup
  metricsLog: ILogGroup
}

export const PORT = 3000
const METRICS_PORT = 9464
const STOP_DELAY = 20
/** Longer than `STOP_DELAY` and the 30 seconds in which the product stops. */
const STOP_TIMEOUT = Duration.seconds(60)

/** The folders of the bucket: pictures, files of messages, people erased, audit logs begun, and the trial of `watchbill doctor`. */
const PREFIXES = { pictures: 's/', files: 'f/', erased: 'erasures/', audits: 'audit/', trial: 'doctor/' } as const
type Prefix = keyof typeof PREFIXES

const answers = (port: number) => [
  'CMD',
  'node',
  '-e',
  `fetch('http://127.0.0.1:${port}/healthz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))`,
]

export function createTasks(scope: Construct, parts: Parts) {
  const { settings, image, bucket, mail, addresses, sessions, log } = parts
  const { region } = Stack.of(scope)
  const size = SIZES[settings.size]
  const environment = {
    NODE_ENV: 'production',
    PORT: String(PORT),
    BASE_DOMAIN: settings.domain,
    PUBLIC_ORIGIN: `https://${settings.domain}`,
    TRUST_PROXY: '1',
    STOP_DELAY: String(STOP_DELAY),
    SUPPORT_EMAIL: settings.supportEmail,
    MAIL_FROM: settings.mailFrom,
    MAIL_RATE: String(settings.mailRate),
    SES_REGION: region,
    SES_CONFIGURATION_SET: mail.configurationSet.configurationSetName,
    SNS_TOPIC_ARN: mail.reports.topicArn,
    S3_BUCKET: bucket.bucketName,
    S3_REGION: region,
  }
  const twilio = settings.twilioSecretArn
    ? Secret.fromSecretCompleteArn(scope, 'Twilio', settings.twilioSecretArn)
    : undefined
  const address = (...names: string[]) =>
    Object.fromEntries(names.map((name) => [name, ecs.Secret.fromSecretsManager(addresses, name)]))
  const common = {
    SESSION_SECRET: ecs.Secret.fromSecretsManager(sessions),
    ...address('REDIS_URL'),
    ...(twilio &&
      Object.fromEntries(
        ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_FROM'].map((name) => [
          name,
          ecs.Secret.fromSecretsManager(twilio, name),
        ]),
      )),
  }
  const logging = (streamPrefix: string) => ecs.LogDrivers.awsLogs({ logGroup: log, streamPrefix })
  const definition = (name: string, { cpu, memory }: { cpu: number; memory: number }, storage?: number) =>
    new ecs.FargateTaskDefinition(scope, `Task-${name}`, {
      family: `watchbill-${name}`,
      cpu,
      memoryLimitMiB: memory,
      runtimePlatform: {
        cpuArchitecture: ecs.CpuArchitecture.X86_64,
        operatingSystemFamily: ecs.OperatingSystemFamily.LINUX,
      },
      ...(storage && { ephemeralStorageGiB: storage }),
    })

  const web = definition('web', size.web)
  web.addContainer('web', {
    image,
    environment: { ...environment, METRICS_PORT: String(METRICS_PORT) },
    secrets: { ...common, ...address('DATABASE_APP_URL', 'DATABASE_AUTH_URL', 'DATABASE_PLATFORM_URL') },
    portMappings: [{ containerPort: PORT }],
    healthCheck: { command: answers(PORT), interval: Duration.seconds(15), startPeriod: Duration.seconds(60) },
    stopTimeout: STOP_TIMEOUT,
    logging: logging('web'),
  })
  grantFiles(web.taskRole, bucket, { change: ['pictures', 'files'], add: ['erased'] })

  const worker = definition('worker', size.worker)
  worker.addContainer('worker', {
    image,
    command: ['node', 'build/worker.js'],
    environment: { ...environment, METRICS_PORT: String(METRICS_PORT) },
    secrets: { ...common, ...address('DATABASE_WORKER_URL') },
    healthCheck: { command: answers(METRICS_PORT), interval: Duration.seconds(15), startPeriod: Duration.seconds(60) },
    stopTimeout: STOP_TIMEOUT,
    logging: logging('worker'),
  })
  grantFiles(worker.taskRole, bucket, { read: ['files'], add: ['audits'] })
  worker.taskRole.addToPrincipalPolicy(new iam.PolicyStatement({ actions: ['ses:SendRawEmail'], resources: mail.arns }))
  // Of the account: it has no resource.
  worker.taskRole.addToPrincipalPolicy(new iam.PolicyStatement({ actions: ['ses:GetSendQuota'], resources: ['*'] }))
  for (const task of [web, worker]) addCollector(task, parts)

  // The administrator makes roles, logins and database; then `migrate` runs with the login "watchbill" only.
  const migrate = definition('migrate', { cpu: 512, memory: 1024 })
  const prepare = migrate.addContainer('prepare', {
    image,
    essential: false,
    command: [
      'node',
      '--input-type=module',
      '-e',
      readFileSync(path.join(import.meta.dirname, 'prepare-database.mjs'), 'utf8'),
    ],
    environment: { PGSSLROOTCERT: 'infra/rds-ca.pem' },
    secrets: {
      PGHOST: ecs.Secret.fromSecretsManager(parts.database.secret!, 'host'),
      PGUSER: ecs.Secret.fromSecretsManager(parts.database.secret!, 'username'),
      PGPASSWORD: ecs.Secret.fromSecretsManager(parts.database.secret!, 'password'),
      ...address(...DATABASES),
    },
    logging: logging('prepare'),
  })
  migrate
    .addContainer('migrate', {
      image,
      command: ['node', 'build/main.js', 'migrate'],
      environment,
      secrets: { ...common, ...address('DATABASE_MIGRATE_URL') },
      logging: logging('migrate'),
    })
    .addContainerDependencies({ container: prepare, condition: ecs.ContainerDependencyCondition.SUCCESS })

  // The command line: sites, operators, erasures, backups. Storage for a copy of the database.
  const cli = definition('cli', { cpu: 1024, memory: 2048 }, 200)
  cli.addContainer('cli', {
    image,
    command: ['node', 'build/cli.js', 'doctor'],
    environment,
    secrets: { ...common, ...address(...DATABASES) },
    logging: logging('cli'),
  })
  grantFiles(cli.taskRole, bucket, { change: ['pictures', 'files', 'audits', 'trial'], add: ['erased'] })
  cli.taskRole.addToPrincipalPolicy(
    // `watchbill doctor` reads these. Neither can be limited to an identity.
    new iam.PolicyStatement({
      actions: ['ses:GetSendQuota', 'ses:GetIdentityVerificationAttributes'],
      resources: ['*'],
    }),
  )
  // Clubs' own senders: the console and the hourly check of web, and `watchbill site sender`. No identity can be named.
  for (const { taskRole } of [web, cli])
    taskRole.addToPrincipalPolicy(
      new iam.PolicyStatement({
        actions: [
          'ses:DeleteIdentity',
          'ses:GetIdentityDkimAttributes',
          'ses:SetIdentityDkimEnabled',
          'ses:VerifyDomainDkim',
        ],
        resources: ['*'],
      }),
    )
  return { web, worker, migrate, cli }
}

const DATABASES = [
  'DATABASE_APP_URL',
  'DATABASE_WORKER_URL',
  'DATABASE_AUTH_URL',
  'DATABASE_PLATFORM_URL',
  'DATABASE_MIGRATE_URL',
]

type Uses = { read?: Prefix[]; add?: Prefix[]; change?: Prefix[] }

/** Without the permission to list, Amazon S3 answers 403 for a file that is missing, which the product takes for a fault. */
function grantFiles(to: IGrantable, bucket: IBucket, { read = [], add = [], change = [] }: Uses) {
  const all = [...read, ...add, ...change]
  const actions: [string[], Prefix[]][] = [
    [['s3:GetObject'], all],
    [['s3:PutObject'], [...add, ...change]],
    [['s3:DeleteObject'], change],
  ]
  const statements = actions
    .filter(([, prefixes]) => prefixes.length)
    .map(
      ([actions, prefixes]) =>
        new iam.PolicyStatement({
          actions,
          resources: prefixes.map((prefix) => bucket.arnForObjects(`${PREFIXES[prefix]}*`)),
        }),
    )
  statements.push(
    new iam.PolicyStatement({
      actions: ['s3:ListBucket'],
      resources: [bucket.bucketArn],
      conditions: { StringLike: { 's3:prefix': all.map((prefix) => `${PREFIXES[prefix]}*`) } },
    }),
    new iam.PolicyStatement({
      actions: ['kms:Decrypt', ...(add.length + change.length ? ['kms:GenerateDataKey'] : [])],
      resources: [bucket.encryptionKey!.keyArn],
      conditions: { StringLike: { 'kms:ViaService': `s3.${Stack.of(bucket).region}.amazonaws.com` } },
    }),
  )
  for (const statement of statements) to.grantPrincipal.addToPrincipalPolicy(statement)
}

/** Reads the metrics of the process beside it, and writes those that alarms need. The product does not wait for it. */
function addCollector(task: ecs.FargateTaskDefinition, { log, metricsLog }: Parts) {
  const { region, stackName } = Stack.of(task)
  const config = {
    receivers: {
      prometheus: {
        config: {
          scrape_configs: [
            {
              job_name: 'watchbill',
              scrape_interval: '60s',
              static_configs: [{ targets: [`127.0.0.1:${METRICS_PORT}`], labels: { [STACK_LABEL]: stackName } }],
            },
          ],
        },
      },
    },
    exporters: {
      awsemf: {
        region,
        namespace: NAMESPACE,
        log_group_name: metricsLog.logGroupName,
        log_stream_name: task.family,
        dimension_rollup_option: 'NoDimensionRollup',
        // A counter with labels begins at its first count.
        retain_initial_value_of_delta_metric: true,
        metric_declarations: [
          { dimensions: [[STACK_LABEL]], metric_name_selectors: SCRAPED.map((name) => `^${name}$`) },
          {
            dimensions: [[STACK_LABEL, 'route']],
            metric_name_selectors: [`^${MOVED.metric}$`],
            label_matchers: [{ label_names: ['route'], regex: `^${MOVED.route}$` }],
          },
        ],
      },
    },
    service: { pipelines: { metrics: { receivers: ['prometheus'], exporters: ['awsemf'] } } },
  }
  task.addContainer('collector', {
    image: ecs.ContainerImage.fromRegistry('public.ecr.aws/aws-observability/aws-otel-collector:v0.43.1'),
    essential: false,
    memoryReservationMiB: 64,
    // JSON is YAML too.
    environment: { AOT_CONFIG_CONTENT: Stack.of(task).toJsonString(config) },
    logging: ecs.LogDrivers.awsLogs({ logGroup: log, streamPrefix: 'collector' }),
  })
  task.taskRole.addToPrincipalPolicy(
    new iam.PolicyStatement({
      actions: ['logs:CreateLogStream', 'logs:DescribeLogStreams', 'logs:PutLogEvents'],
      resources: [metricsLog.logGroupArn],
    }),
  )
}

type Services = {
  settings: Settings
  cluster: ecs.ICluster
  access: ec2.ISecurityGroup
  tasks: Pick<ReturnType<typeof createTasks>, 'web' | 'worker'>
  /** Neither runs, for a restore. */
  stopped: boolean
}

export function createServices(scope: Construct, { settings, cluster, access, tasks, stopped }: Services) {
  const size = SIZES[settings.size]
  const service = (name: 'web' | 'worker', desiredCount: number) =>
    new ecs.FargateService(scope, `Service-${name}`, {
      serviceName: `watchbill-${name}`,
      cluster,
      taskDefinition: tasks[name],
      desiredCount: stopped ? 0 : desiredCount,
      minHealthyPercent: 100,
      maxHealthyPercent: 200,
      circuitBreaker: { enable: true, rollback: true },
      securityGroups: [access],
      assignPublicIp: false,
    })
  const web = service('web', size.web.least)
  const worker = service('worker', size.worker.count)
  const scaling = web.autoScaleTaskCount({
    minCapacity: stopped ? 0 : size.web.least,
    maxCapacity: stopped ? 0 : size.web.most,
  })
  scaling.scaleOnCpuUtilization('Cpu', { targetUtilizationPercent: 60, scaleInCooldown: Duration.minutes(5) })
  return { web, worker, scaling }
}
