import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { App } from 'aws-cdk-lib'
import { Match, Template } from 'aws-cdk-lib/assertions'
import { parse } from 'yaml'
import { readConfig, requireMailProvider } from '../../server/engine/kernel/config.ts'
import { SCRAPED } from './alarms.ts'
import { readSettings, type Settings, SIZES } from './settings.ts'
import { WatchbillStack } from './stack.ts'

const here = import.meta.dirname
const root = path.join(here, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const settings: Settings = {
  ...readSettings(path.join(here, 'settings.example.json')),
  twilioSecretArn: 'arn:aws:secretsmanager:eu-west-2:111122223333:secret:watchbill/twilio-AbCdEf',
}

const outdir = mkdtempSync(path.join(tmpdir(), 'watchbill-cdk-'))
after(() => rmSync(outdir, { recursive: true, force: true }))
const synthesised = (given: Settings, options: { stopped?: boolean; migrates?: boolean } = {}, checked = false) =>
  Template.fromStack(
    new WatchbillStack(
      new App({ outdir, context: { '@aws-cdk/core:validateAgainstDefaultRules': checked } }),
      'Watchbill',
      { settings: given, commit: 'abc1234', stopped: false, migrates: true, ...options },
    ),
  )
const template = synthesised(settings, {}, true)

// biome-ignore lint/suspicious/noExplicitAny: resources of a template have no types.
type Resource = { Type: string; Properties: any; DeletionPolicy?: string; DependsOn?: string[] }
const resources = template.toJSON().Resources as Record<string, Resource>
const ofType = (type: string, from = resources) => Object.entries(from).filter(([, { Type }]) => Type === type)
const only = (type: string) => {
  const found = ofType(type)
  assert.equal(found.length, 1, type)
  return found[0]![1].Properties
}
const list = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value])
const text = (value: unknown) => JSON.stringify(value)
/** The resources that a value refers to. */
const refersTo = (value: unknown) =>
  [...text(value).matchAll(/"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/g)].map(([, name]) => name!)

type Container = {
  Name: string
  Command?: string[]
  LogConfiguration?: unknown
  Environment?: { Name: string; Value: unknown }[]
  Secrets?: { Name: string; ValueFrom: unknown }[]
  DependsOn?: unknown
  StopTimeout?: number
}
const tasks: Record<string, { id: string; TaskRoleArn: unknown; containers: Container[] }> = Object.fromEntries(
  ofType('AWS::ECS::TaskDefinition').map(([id, { Properties }]) => [
    Properties.Family.replace('watchbill-', '') as string,
    { id, ...Properties, containers: Properties.ContainerDefinitions as Container[] },
  ]),
)
const product = Object.values(tasks).flatMap(({ containers }) =>
  containers.filter(({ Name }) => ['web', 'worker', 'migrate', 'cli'].includes(Name)),
)
const namesIn = ({ Environment = [], Secrets = [] }: Container) => [...Environment, ...Secrets].map(({ Name }) => Name)

test('the internet reaches the load balancer on 80 and 443, and nothing else', () => {
  const open: unknown[] = []
  const rules = [
    ...ofType('AWS::EC2::SecurityGroup').flatMap(([id, { Properties }]) =>
      list(Properties.SecurityGroupIngress ?? []).map((rule) => ({ id, rule })),
    ),
    ...ofType('AWS::EC2::SecurityGroupIngress').map(([, { Properties }]) => ({
      id: refersTo(Properties.GroupId)[0]!,
      rule: Properties,
    })),
  ]
  assert.equal(rules.length, 5)
  for (const { id, rule } of rules)
    if (rule.CidrIp || rule.CidrIpv6)
      open.push([id.replace(/SecurityGroup\w+$/, ''), rule.CidrIp, rule.FromPort, rule.ToPort])
  assert.deepEqual(open, [
    ['Entrance', '0.0.0.0/0', 80, 80],
    ['Entrance', '0.0.0.0/0', 443, 443],
  ])
  template.hasResourceProperties('AWS::ElasticLoadBalancingV2::Listener', {
    Port: 80,
    DefaultActions: [{ Type: 'redirect', RedirectConfig: { Protocol: 'HTTPS', Port: '443', StatusCode: 'HTTP_301' } }],
  })
  template.hasResourceProperties('AWS::ElasticLoadBalancingV2::Listener', {
    Port: 443,
    Protocol: 'HTTPS',
    SslPolicy: Match.stringLikeRegexp('TLS13'),
  })
  const { DomainName, SubjectAlternativeNames } = only('AWS::CertificateManager::Certificate')
  assert.deepEqual([DomainName, SubjectAlternativeNames], ['duty.example', ['*.duty.example']])
  for (const [, { Properties }] of ofType('AWS::ECS::Service'))
    assert.equal(Properties.NetworkConfiguration.AwsvpcConfiguration.AssignPublicIp, 'DISABLED')
})

test('only tasks reach the database and Redis, which have no way to the internet', () => {
  const database = only('AWS::RDS::DBInstance')
  const redis = only('AWS::ElastiCache::ReplicationGroup')
  assert.equal(database.PubliclyAccessible, false)
  const groups = [refersTo(database.VPCSecurityGroups), refersTo(redis.SecurityGroupIds)].flat()
  assert.equal(groups.length, 2)
  const entering = ofType('AWS::EC2::SecurityGroupIngress').filter(([, { Properties }]) =>
    groups.includes(refersTo(Properties.GroupId)[0]!),
  )
  assert.equal(entering.length, 2)
  for (const [, { Properties }] of entering) assert.match(refersTo(Properties.SourceSecurityGroupId)[0]!, /^TaskAccess/)
  for (const [id, { Properties }] of ofType('AWS::EC2::SecurityGroup').filter(([id]) => groups.includes(id)))
    assert.equal(text(Properties.SecurityGroupEgress).includes('0.0.0.0/0'), false, id)
  const subnets = [only('AWS::RDS::DBSubnetGroup').SubnetIds, only('AWS::ElastiCache::SubnetGroup').SubnetIds]
  const routed = ofType('AWS::EC2::Route').flatMap(([, { Properties }]) => refersTo(Properties.RouteTableId))
  for (const subnet of subnets.flatMap(refersTo)) {
    const [, association] = ofType('AWS::EC2::SubnetRouteTableAssociation').find(([, { Properties }]) =>
      refersTo(Properties.SubnetId).includes(subnet),
    )!
    assert.equal(routed.includes(refersTo(association.Properties.RouteTableId)[0]!), false, subnet)
  }
})

test('everything is encrypted, at rest with the key of the deployment and on the way by TLS', () => {
  const isOurs = (value: unknown) => assert.match(refersTo(value)[0] ?? '', /^Key/)
  const { StorageEncrypted, KmsKeyId, DBParameterGroupName } = only('AWS::RDS::DBInstance')
  assert.equal(StorageEncrypted, true)
  isOurs(KmsKeyId)
  assert.equal(resources[refersTo(DBParameterGroupName)[0]!]!.Properties.Parameters['rds.force_ssl'], '1')
  const redis = only('AWS::ElastiCache::ReplicationGroup')
  isOurs(redis.KmsKeyId)
  assert.deepEqual(
    [redis.AtRestEncryptionEnabled, redis.TransitEncryptionEnabled, redis.TransitEncryptionMode],
    [true, true, 'required'],
  )
  assert.match(text(redis.AuthToken), /resolve:secretsmanager/)
  const parameters = only('AWS::ElastiCache::ParameterGroup').Properties
  // Not in cluster mode: that has groups of nodes.
  assert.deepEqual(parameters, { 'maxmemory-policy': 'noeviction' })
  assert.equal(redis.NumNodeGroups, undefined)
  const bucket = only('AWS::S3::Bucket')
  const [rule] = bucket.BucketEncryption.ServerSideEncryptionConfiguration
  assert.equal(rule.ServerSideEncryptionByDefault.SSEAlgorithm, 'aws:kms')
  isOurs(rule.ServerSideEncryptionByDefault.KMSMasterKeyID)
  const refused = only('AWS::S3::BucketPolicy').PolicyDocument.Statement.map(({ Effect, Condition }: Statement) => [
    Effect,
    text(Condition),
  ])
  assert.deepEqual(refused, [
    ['Deny', '{"Bool":{"aws:SecureTransport":"false"}}'],
    ['Deny', '{"NumericLessThan":{"s3:TlsVersion":1.2}}'],
  ])
  for (const [type, name] of [
    ['AWS::SNS::Topic', 'KmsMasterKeyId'],
    ['AWS::Logs::LogGroup', 'KmsKeyId'],
    ['AWS::SecretsManager::Secret', 'KmsKeyId'],
    ['AWS::Backup::BackupVault', 'EncryptionKeyArn'],
  ] as const) {
    assert.ok(ofType(type).length > 0, type)
    for (const [, { Properties }] of ofType(type)) isOurs(Properties[name])
  }
  for (const [, { Properties }] of ofType('AWS::SNS::TopicPolicy'))
    assert.match(text(Properties.PolicyDocument), /"aws:SecureTransport":"false"/)
  assert.equal(only('AWS::SES::ConfigurationSet').DeliveryOptions.TlsPolicy, 'REQUIRE')
  // The authorities by which the product checks the database's certificate are in the image.
  const [, file] = /sslrootcert=([\w./-]+)/.exec(text(resources))!
  assert.match(read(file!), /^-----BEGIN CERTIFICATE-----/)
  assert.match(read('Dockerfile'), new RegExp(`/srv/${file}`))
})

test('the bucket is private and keeps versions, for as long as it takes to notice', () => {
  const bucket = only('AWS::S3::Bucket')
  assert.deepEqual(new Set(Object.values(bucket.PublicAccessBlockConfiguration)), new Set([true]))
  assert.equal(Object.keys(bucket.PublicAccessBlockConfiguration).length, 4)
  assert.equal(bucket.VersioningConfiguration.Status, 'Enabled')
  assert.equal(bucket.LifecycleConfiguration.Rules[0].NoncurrentVersionExpiration.NoncurrentDays, 30)
})

test('data outlives mistakes: two zones, any second of two weeks, a copy a day, no deletion', () => {
  const database = only('AWS::RDS::DBInstance')
  assert.equal(database.MultiAZ, true)
  assert.ok(database.BackupRetentionPeriod >= 7)
  assert.deepEqual([database.DeletionProtection, database.DeleteAutomatedBackups], [true, false])
  for (const type of [
    'AWS::RDS::DBInstance',
    'AWS::S3::Bucket',
    'AWS::KMS::Key',
    'AWS::Backup::BackupVault',
    'AWS::Logs::LogGroup',
  ])
    for (const [id, { DeletionPolicy }] of ofType(type)) assert.equal(DeletionPolicy, 'Retain', id)
  const kept = only('AWS::Backup::BackupPlan').BackupPlan.BackupPlanRule.map(
    ({ Lifecycle }: { Lifecycle: { DeleteAfterDays: number } }) => Lifecycle.DeleteAfterDays,
  )
  assert.deepEqual(kept, [35, 365])
  assert.match(text(only('AWS::Backup::BackupSelection')), /:db:/)
  for (const [id, { Properties }] of ofType('AWS::Logs::LogGroup')) assert.ok(Properties.RetentionInDays >= 7, id)
  // None makes a log group of its own, kept for ever.
  for (const [id, { Properties }] of ofType('AWS::Lambda::Function')) assert.ok(Properties.LoggingConfig?.LogGroup, id)
  const { LoadBalancerAttributes } = only('AWS::ElasticLoadBalancingV2::LoadBalancer')
  assert.ok(text(LoadBalancerAttributes).includes('{"Key":"deletion_protection.enabled","Value":"true"}'))
})

type Statement = { Effect: string; Action: string | string[]; Resource: unknown; Condition?: unknown }
const statementsOf = (role: string) =>
  ofType('AWS::IAM::Policy')
    .filter(([, { Properties }]) => Properties.Roles.flatMap(refersTo).includes(role))
    .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement as Statement[])
const taskRole = (task: string) => refersTo(tasks[task]!.TaskRoleArn)[0]!

test('no role may change things that it does not name', () => {
  const wide = ofType('AWS::IAM::Policy').flatMap(([, { Properties }]) =>
    (Properties.PolicyDocument.Statement as Statement[])
      .filter(({ Resource }) => list(Resource).includes('*'))
      .flatMap(({ Action }) => list(Action)),
  )
  assert.deepEqual(
    [...new Set(wide)].sort(),
    // The first gives a token to read images; no resource can be named for these.
    ['ecr:GetAuthorizationToken', 'ses:GetIdentityVerificationAttributes', 'ses:GetSendQuota'],
  )
  const actions = ofType('AWS::IAM::Policy').flatMap(([, { Properties }]) =>
    (Properties.PolicyDocument.Statement as Statement[]).flatMap(({ Action }) => list(Action)),
  )
  assert.deepEqual(
    actions.filter((action) => /^\*|:\*$/.test(action)),
    [],
  )
})

test('each task reaches its folders of the bucket, and only the worker sends, as the sender', () => {
  const folders = (task: string, action: string) =>
    statementsOf(taskRole(task))
      .filter(({ Action }) => list(Action).includes(action))
      .flatMap(({ Resource }) => list(Resource))
      .map((resource) => /"\/(\w+\/)\*"/.exec(text(resource))?.[1])
  const all = (task: string) => ['Get', 'Put', 'Delete'].map((verb) => folders(task, `s3:${verb}Object`))
  assert.deepEqual(all('web'), [
    ['erasures/', 's/', 'f/'],
    ['erasures/', 's/', 'f/'],
    ['s/', 'f/'],
  ])
  assert.deepEqual(all('worker'), [['f/'], [], []])
  assert.deepEqual(all('migrate'), [[], [], []])
  assert.deepEqual(all('cli').at(-1), ['s/', 'f/', 'doctor/'])
  for (const task of ['web', 'worker', 'cli'])
    for (const { Action, Condition } of statementsOf(taskRole(task)))
      if (list(Action).includes('s3:ListBucket')) assert.match(text(Condition), /"s3:prefix":/)
  const senders = Object.keys(tasks).filter((task) => text(statementsOf(taskRole(task))).includes('ses:Send'))
  assert.deepEqual(senders, ['worker'])
  const [send] = statementsOf(taskRole('worker')).filter(({ Action }) => text(Action).includes('ses:Send'))
  // The call that the product makes.
  assert.equal(send!.Action, 'ses:SendRawEmail')
  assert.match(read('server/deliveries/transports/ses.ts'), /new SendRawEmailCommand/)
  assert.deepEqual(send!.Condition, { StringEquals: { 'ses:FromAddress': 'no-reply@duty.example' } })
  assert.deepEqual(
    list(send!.Resource).map((arn) => /:(identity|configuration-set)\//.exec(text(arn))?.[1]),
    ['identity', 'configuration-set'],
  )
})

test('every variable of a process is one that the product reads, and those it needs are there', () => {
  const known = [...read('.env.example').matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name!)
  assert.deepEqual(product.map(({ Name }) => Name).sort(), ['cli', 'migrate', 'web', 'worker'])
  for (const container of product) {
    const names = namesIn(container)
    assert.deepEqual(
      names.filter((name) => !known.includes(name)),
      [],
      container.Name,
    )
    assert.equal(new Set(names).size, names.length)
    const samples: Record<string, string> = {
      SESSION_SECRET: 's'.repeat(64),
      REDIS_URL: 'rediss://:token@redis:6379',
      ...Object.fromEntries(
        names.filter((name) => name.startsWith('DATABASE_')).map((name) => [name, 'postgres://a:b@c/d']),
      ),
    }
    const env = Object.fromEntries([
      ...(container.Environment ?? []).map(({ Name, Value }) => [Name, typeof Value === 'string' ? Value : 'a-token']),
      ...(container.Secrets ?? []).map(({ Name }) => [Name, samples[Name] ?? 'a-secret']),
      // The example's addresses are refused in production.
      ...Object.entries({
        BASE_DOMAIN: 'club.org',
        PUBLIC_ORIGIN: 'https://club.org',
        MAIL_FROM: 'a@club.org',
        SUPPORT_EMAIL: 'a@club.org',
      }),
    ])
    const config = readConfig(env, [])
    requireMailProvider(config, [])
    assert.equal(config.production, true)
    assert.equal(config.TWILIO_FROM, 'a-secret')
  }
  const urls = (name: string) =>
    namesIn(product.find(({ Name }) => Name === name)!).filter((variable) => variable.startsWith('DATABASE_'))
  assert.deepEqual(urls('web'), ['DATABASE_APP_URL', 'DATABASE_AUTH_URL', 'DATABASE_PLATFORM_URL'])
  assert.deepEqual(urls('worker'), ['DATABASE_WORKER_URL'])
  assert.deepEqual(urls('migrate'), ['DATABASE_MIGRATE_URL'])
})

test('nothing secret is written in the template', () => {
  const plain = product.flatMap(({ Environment = [] }) => Environment.map(({ Name }) => Name))
  assert.deepEqual(
    plain.filter((name) => /SECRET|TOKEN|PASSWORD|_URL$/.test(name)),
    [],
  )
  const addresses = ofType('AWS::SecretsManager::Secret').filter(([, { Properties }]) => Properties.SecretString)
  assert.equal(addresses.length, 1)
  const { SecretString } = addresses[0]![1].Properties
  const joined = (SecretString['Fn::Join'][1] as unknown[])
    .map((part) => (typeof part === 'string' ? part : '1'))
    .join('')
  const values = JSON.parse(joined.replaceAll(/\{\{resolve:secretsmanager:1:SecretString:::\}\}/g, 'p4ss')) as Record<
    string,
    string
  >
  const given = product
    .flatMap(({ Secrets = [] }) => Secrets)
    .filter(({ ValueFrom }) => text(ValueFrom).includes('Addresses'))
  assert.deepEqual([...new Set(given.map(({ Name }) => Name))].sort(), Object.keys(values).sort())
  for (const { Name, ValueFrom } of given) assert.ok(text(ValueFrom).includes(`:${Name}::`), Name)
  for (const [name, value] of Object.entries(values)) {
    const { protocol, password, username } = new URL(value)
    assert.equal(password, 'p4ss', name)
    const isMade = ['roles', 'logins'].some((file) =>
      read(`infra/${file}.sql`).includes(username.replace(/_(?:app|worker|auth|platform)_login$/, '')),
    )
    assert.ok(name === 'REDIS_URL' ? protocol === 'rediss:' : isMade, name)
  }
})

test('processes run the commands of the image, and have time to stop', () => {
  const command = (task: string, name = task) => tasks[task]!.containers.find(({ Name }) => Name === name)!.Command
  assert.equal(command('web'), undefined)
  assert.match(read('Dockerfile'), /^CMD \[.*"build\/main\.js", "web"\]$/m)
  assert.deepEqual(command('worker'), ['node', 'build/worker.js'])
  assert.deepEqual(command('migrate'), ['node', 'build/main.js', 'migrate'])
  for (const words of [command('worker'), command('migrate'), command('cli')]) {
    const [, entry] = /build\/(\w+)\.js/.exec(words!.join(' '))!
    assert.match(read('scripts/build.mjs'), new RegExp(`entryPoints: {[^}]*\\b${entry}:`))
  }
  for (const { Name, StopTimeout, Environment } of product.filter(({ Name }) => ['web', 'worker'].includes(Name))) {
    const delay = Number(Environment!.find(({ Name }) => Name === 'STOP_DELAY')!.Value)
    assert.ok(StopTimeout! >= delay + 30, Name)
  }
})

test('a deployment migrates first, and goes back automatically when processes do not become ready', () => {
  const [[migration, { Properties }]] = ofType('AWS::CloudFormation::CustomResource') as [[string, Resource]]
  assert.deepEqual(refersTo(Properties.TaskDefinition), [tasks.migrate!.id])
  assert.equal(Properties.Run, 'yes')
  const services = ofType('AWS::ECS::Service')
  assert.equal(services.length, 2)
  for (const [id, { Properties, DependsOn }] of services) {
    assert.ok(DependsOn!.includes(migration), id)
    assert.deepEqual(Properties.DeploymentConfiguration.DeploymentCircuitBreaker, { Enable: true, Rollback: true })
    assert.equal(Properties.DeploymentConfiguration.MinimumHealthyPercent, 100)
  }
  const [prepare, migrate] = tasks.migrate!.containers
  assert.deepEqual(migrate!.DependsOn, [{ Condition: 'SUCCESS', ContainerName: prepare!.Name }])
  const { HealthCheckPath, HealthCheckIntervalSeconds, UnhealthyThresholdCount } = only(
    'AWS::ElasticLoadBalancingV2::TargetGroup',
  )
  assert.equal(HealthCheckPath, '/readyz')
  // A failover of the database takes up to two minutes.
  assert.ok(HealthCheckIntervalSeconds * UnhealthyThresholdCount >= 120)
  const scaled = ofType('AWS::ApplicationAutoScaling::ScalingPolicy').map(
    ([, { Properties }]) =>
      Properties.TargetTrackingScalingPolicyConfiguration.PredefinedMetricSpecification.PredefinedMetricType,
  )
  assert.deepEqual(scaled.sort(), ['ALBRequestCountPerTarget', 'ECSServiceAverageCPUUtilization'])
})

/** Runs the handler of the custom resource with answers of Amazon. */
function handler(answers: Record<string, unknown>) {
  const calls: string[] = []
  const client = class {
    send = async ({ name }: { name: string }) => {
      calls.push(name)
      return answers[name]
    }
  }
  const command = (name: string) =>
    class {
      name = name
    }
  const sdk: Record<string, unknown> = {
    '@aws-sdk/client-ecs': {
      ECSClient: client,
      RunTaskCommand: command('run'),
      DescribeTasksCommand: command('describe'),
    },
    '@aws-sdk/client-cloudformation': { CloudFormationClient: client, DescribeStacksCommand: command('stack') },
  }
  type Handler = (event: unknown) => Promise<{ IsComplete?: boolean; Data?: { Task: string } }>
  const exports = {} as Record<'onEvent' | 'isComplete', Handler>
  new Function('require', 'exports', readFileSync(path.join(here, 'run-task.cjs'), 'utf8'))(
    (name: string) => sdk[name] ?? createRequire(import.meta.url)(name),
    exports,
  )
  return { ...exports, calls }
}
const stackIs = (StackStatus: string) => ({ stack: { Stacks: [{ StackStatus }] }, run: { tasks: [{ taskArn: 'a' }] } })
const update = { RequestType: 'Update', ResourceProperties: { Run: 'yes', Stack: 'Watchbill' } }

test('a migration runs once for each change, not while a deployment is rolled back, and not for an older release', async () => {
  const forward = handler(stackIs('UPDATE_IN_PROGRESS'))
  assert.deepEqual((await forward.onEvent(update)).Data, { Task: 'a' })
  assert.deepEqual(forward.calls, ['stack', 'run'])
  const back = handler(stackIs('UPDATE_ROLLBACK_IN_PROGRESS'))
  const event = await back.onEvent(update)
  assert.deepEqual(back.calls, ['stack'])
  assert.deepEqual(await back.isComplete({ ...update, ...event }), { IsComplete: true })
  const older = handler(stackIs('UPDATE_IN_PROGRESS'))
  await older.onEvent({ ...update, ResourceProperties: { Run: 'no' } })
  await older.onEvent({ ...update, RequestType: 'Delete' })
  assert.deepEqual(older.calls, [])
})

test('a migration that fails, or does not start, fails the deployment with its reason', async () => {
  const ended = (...containers: object[]) => ({
    describe: { tasks: [{ lastStatus: 'STOPPED', stoppedReason: 'Essential container exited', containers }] },
  })
  const event = { ...update, Data: { Task: 'a' } }
  const ok = { name: 'prepare', exitCode: 0 }
  assert.deepEqual(await handler(ended(ok, { name: 'migrate', exitCode: 0 })).isComplete(event), { IsComplete: true })
  await assert.rejects(handler(ended(ok, { name: 'migrate', exitCode: 1 })).isComplete(event), /migrate ended with 1/)
  await assert.rejects(
    handler(ended({ name: 'migrate', reason: 'no image' })).isComplete(event),
    /migrate ended with no image/,
  )
  const running = { describe: { tasks: [{ lastStatus: 'RUNNING', containers: [] }] } }
  assert.deepEqual(await handler(running).isComplete(event), { IsComplete: false })
  const full = { ...stackIs('CREATE_IN_PROGRESS'), run: { tasks: [], failures: [{ reason: 'RESOURCE:CPU' }] } }
  await assert.rejects(handler(full).onEvent(update), /RESOURCE:CPU/)
})

test('Amazon SES reports to the product’s address, of the topic that the product accepts', () => {
  const [, subscription] = ofType('AWS::SNS::Subscription').find(
    ([, { Properties }]) => Properties.Protocol === 'https',
  )!
  const { Endpoint, TopicArn, DeliveryPolicy, RawMessageDelivery } = subscription.Properties
  const { pathname, origin } = new URL(Endpoint)
  assert.equal(origin, 'https://duty.example')
  assert.match(read('app/web/provider-hooks.ts'), new RegExp(`router.post\\(\\s*'${pathname}'`))
  assert.equal(RawMessageDelivery ?? false, false)
  const { minDelayTarget, maxDelayTarget, numRetries } = DeliveryPolicy.healthyRetryPolicy
  assert.ok(minDelayTarget > 0 && maxDelayTarget * numRetries <= 3600)
  const web = product.find(({ Name }) => Name === 'web')!
  assert.deepEqual(web.Environment!.find(({ Name }) => Name === 'SNS_TOPIC_ARN')!.Value, TopicArn)
  const { EventDestination } = only('AWS::SES::ConfigurationSetEventDestination')
  assert.deepEqual(EventDestination.SnsDestination.TopicARN, TopicArn)
  const read_ = [.../SES_KINDS[^}]+}/.exec(read('server/deliveries/provider-events.ts'))![0].matchAll(/(\w+): '/g)]
  assert.deepEqual([...EventDestination.MatchingEventTypes].sort(), read_.map(([, name]) => name!.toLowerCase()).sort())
  const depends = subscription.DependsOn!.join(' ')
  assert.ok(depends.includes('Serviceweb') && depends.includes('Domain'), depends)
})

test('each alarm names a page that exists, and each alert of Prometheus is an alarm', () => {
  const alarms = ofType('AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties)
  const pages = alarms.map(
    ({ AlarmDescription }) => /docs\/runbooks\/[\w-]+\.md$/.exec(AlarmDescription)?.[0] ?? AlarmDescription,
  )
  assert.deepEqual(
    pages.filter((page) => !existsSync(path.join(root, page))),
    [],
  )
  for (const { AlarmName, AlarmActions } of alarms) assert.match(refersTo(AlarmActions)[0] ?? '', /^Alarms/, AlarmName)
  type Rules = {
    groups: { rules: { alert: string; expr: string; annotations: { summary: string; runbook: string } }[] }[]
  }
  const { groups } = parse(read('infra/alerts.yaml')) as Rules
  const rules = groups.flatMap(({ rules }) => rules)
  assert.ok(rules.length > 9)
  for (const { alert, annotations } of rules) {
    const alarm = alarms.find(({ AlarmName }) => AlarmName === `Watchbill-${alert}`)
    assert.equal(alarm?.AlarmDescription, `${annotations.summary}. What to do: ${annotations.runbook}`)
  }
  const exprs = rules.map(({ expr }) => expr).join('\n')
  assert.deepEqual(
    SCRAPED.filter((metric) => !exprs.includes(metric)),
    [],
  )
  const measured = alarms.filter(({ Namespace }) => Namespace === 'Watchbill').map(({ MetricName }) => MetricName)
  assert.deepEqual(measured.sort(), [...SCRAPED].sort())
  // Alarms may publish: a topic with a policy takes nothing that the policy does not allow.
  const policies = ofType('AWS::SNS::TopicPolicy').map(([, { Properties }]) => text(Properties))
  assert.ok(policies.some((policy) => policy.includes('cloudwatch.amazonaws.com') && policy.includes('"Allow"')))
})

test('the collector beside each process reads its metrics and writes those of alarms', () => {
  for (const task of ['web', 'worker']) {
    const collector = tasks[task]!.containers.find(({ Name }) => Name === 'collector')!
    const [content] = collector.Environment!.map(({ Value }) => Value as { 'Fn::Join': [string, unknown[]] })
    const config = JSON.parse(
      content!['Fn::Join'][1].map((part) => (typeof part === 'string' ? part : 'token')).join(''),
    )
    const process_ = tasks[task]!.containers.find(({ Name }) => Name === task)!
    const port = process_.Environment!.find(({ Name }) => Name === 'METRICS_PORT')!.Value
    const [scrape] = config.receivers.prometheus.config.scrape_configs
    assert.deepEqual(scrape.static_configs[0].targets, [`127.0.0.1:${port}`])
    const [declared] = config.exporters.awsemf.metric_declarations
    assert.deepEqual(declared.dimensions, [Object.keys(scrape.static_configs[0].labels)])
    assert.deepEqual(
      declared.metric_name_selectors,
      SCRAPED.map((name) => `^${name}$`),
    )
  }
})

test('every size can be made; stopped, no process runs; an older release does not migrate', () => {
  for (const size of Object.keys(SIZES) as (keyof typeof SIZES)[])
    synthesised({ ...settings, size }).hasResourceProperties('AWS::RDS::DBInstance', {
      DBInstanceClass: `db.${SIZES[size].database.type}`,
      MultiAZ: true,
    })
  const stopped = synthesised({ ...settings, twilioSecretArn: '' }, { stopped: true, migrates: false })
  stopped.allResourcesProperties('AWS::ECS::Service', { DesiredCount: 0 })
  stopped.hasResourceProperties('AWS::ApplicationAutoScaling::ScalableTarget', { MinCapacity: 0, MaxCapacity: 0 })
  stopped.hasResourceProperties('AWS::CloudFormation::CustomResource', { Run: 'no' })
  assert.equal(text(stopped.toJSON()).includes('TWILIO'), false)
})

test('the command line runs in the deployment, prints what it printed, and fails as it failed', () => {
  const bin = mkdtempSync(path.join(outdir, 'bin-'))
  const outputs = Object.keys(template.toJSON().Outputs).map((name) => ({
    OutputKey: name,
    OutputValue: `the-${name}`,
  }))
  const answers = {
    'describe-stacks': { Stacks: [{ Outputs: outputs }] },
    'run-task': { tasks: [{ taskArn: 'arn:task/cluster/77' }] },
    'describe-tasks': { tasks: [{ lastStatus: 'STOPPED', containers: [{ exitCode: 3 }] }] },
    'get-log-events': { events: [{ message: 'Made site harbour.' }], nextForwardToken: 'end' },
  }
  writeFileSync(path.join(bin, 'answers.json'), text(answers))
  // Answers as the AWS CLI would.
  const script = `#!/usr/bin/env node
    const { appendFileSync, readFileSync } = require('node:fs')
    appendFileSync('${bin}/calls', process.argv.slice(2).join(' ') + '\\n')
    const answer = JSON.parse(readFileSync('${bin}/answers.json', 'utf8'))[process.argv[3]]
    console.log(JSON.stringify(process.argv.includes('--next-token') ? { ...answer, events: [] } : answer))`
  writeFileSync(path.join(bin, 'aws'), script, { mode: 0o755 })
  const run = (...args: string[]) => {
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}` }
    const { status, stdout } = spawnSync(process.execPath, ['watchbill.mjs', ...args], {
      cwd: here,
      env,
      encoding: 'utf8',
    })
    const calls = readFileSync(path.join(bin, 'calls'), 'utf8')
    rmSync(path.join(bin, 'calls'))
    return { status, stdout, calls }
  }
  const { status, stdout, calls } = run('site', 'create', '--name', 'Harbour Sailing Club')
  assert.deepEqual([status, stdout], [3, 'Made site harbour.\n'])
  assert.equal(/undefined/.test(calls), false, calls)
  assert.ok(calls.includes('"command":["node","build/cli.js","site","create","--name","Harbour Sailing Club"]'), calls)
  // The stream is of the container of that name, with the prefix of its log.
  assert.ok(calls.includes('--log-stream-name cli/cli/77'), calls)
  const { LogConfiguration } = tasks.cli!.containers[0] as { LogConfiguration: { Options: Record<string, unknown> } }
  assert.equal(LogConfiguration.Options['awslogs-stream-prefix'], 'cli')
  assert.ok(run('sh', '-c', 'date').calls.includes('"command":["sh","-c","date"]'))
})

test('settings that could not work are refused before anything is deployed', () => {
  const file = path.join(outdir, 'settings.json')
  const problems = (changes: object) => {
    writeFileSync(file, text({ ...settings, ...changes }))
    try {
      readSettings(file)
      return []
    } catch (error) {
      return (error as Error).message
        .split('\n')
        .slice(1)
        .map((line) => line.split(':')[0])
    }
  }
  assert.deepEqual(problems({}), [])
  assert.deepEqual(
    problems({
      size: 'huge',
      region: 'eu-west-9',
      domain: 'other.org',
      mailFrom: 'a@other.org',
      mailRate: 0,
      database: 'x; drop',
    }),
    [...['size', 'region', 'domain', 'mailFrom', 'mailRate', 'database']],
  )
})
