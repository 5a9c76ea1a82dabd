import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { readConfig, requireMailProvider } from '../../server/engine/kernel/config.ts'
import { SCRAPED } from './alarms.ts'
import { readSettings, SIZES } from './settings.ts'
import {
  here,
  namesIn,
  ofType,
  only,
  outdir,
  product,
  type Resource,
  read,
  refersTo,
  root,
  settings,
  synthesised,
  tasks,
  template,
  text,
} from './template.ts'

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
  assert.deepEqual([...new Set(measured)].sort(), [...SCRAPED].sort())
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
    const [declared, moved] = config.exporters.awsemf.metric_declarations
    assert.deepEqual(declared.dimensions, [Object.keys(scrape.static_configs[0].labels)])
    assert.deepEqual(
      declared.metric_name_selectors,
      SCRAPED.map((name) => `^${name}$`),
    )
    // The alarm of errors leaves out what moved clubs answer.
    const errors = ofType('AWS::CloudWatch::Alarm').find(
      ([, { Properties }]) => Properties.AlarmName === 'Watchbill-ServerErrors',
    )
    const read = errors?.[1].Properties.Metrics.find(({ Id }: { Id: string }) => Id === 'moved').MetricStat.Metric
    assert.deepEqual(moved.metric_name_selectors, [`^${read.MetricName}$`])
    assert.deepEqual(moved.dimensions, [
      read.Dimensions.map(({ Name }: { Name: string }) => Name)
        .sort()
        .reverse(),
    ])
    assert.deepEqual(moved.label_matchers, [{ label_names: ['route'], regex: '^moved$' }])
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
