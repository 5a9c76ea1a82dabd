import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { Match } from 'aws-cdk-lib/assertions'
import { readSettings } from './settings.ts'
import {
  list,
  ofType,
  only,
  outdir,
  read,
  refersTo,
  resources,
  settings,
  synthesised,
  tasks,
  template,
  text,
} from './template.ts'

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

test('the entrance has the certificates of clubs’ own domains, which have to be in its region', () => {
  const arn = 'arn:aws:acm:eu-west-2:111122223333:certificate/11111111-2222-3333-4444-555555555555'
  assert.equal(ofType('AWS::ElasticLoadBalancingV2::ListenerCertificate').length, 0)
  const { Resources } = synthesised({ ...settings, ownDomainCertificates: [arn] }).toJSON()
  const [, added] = ofType('AWS::ElasticLoadBalancingV2::ListenerCertificate', Resources)[0]!
  assert.deepEqual(added.Properties.Certificates, [{ CertificateArn: arn }])
  assert.match(refersTo(added.Properties.ListenerArn)[0]!, /^EntranceHttps/)
  const file = path.join(outdir, 'settings.json')
  writeFileSync(file, JSON.stringify({ ...settings, ownDomainCertificates: [arn.replace('eu-west-2', 'us-east-1')] }))
  assert.throws(() => readSettings(file), /ownDomainCertificates: ARNs of certificates in the region/)
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
    [
      'ecr:GetAuthorizationToken',
      'ses:DeleteIdentity',
      'ses:GetIdentityDkimAttributes',
      'ses:GetIdentityVerificationAttributes',
      'ses:GetSendQuota',
      'ses:SetIdentityDkimEnabled',
      'ses:VerifyDomainDkim',
    ],
  )
  const actions = ofType('AWS::IAM::Policy').flatMap(([, { Properties }]) =>
    (Properties.PolicyDocument.Statement as Statement[]).flatMap(({ Action }) => list(Action)),
  )
  assert.deepEqual(
    actions.filter((action) => /^\*|:\*$/.test(action)),
    [],
  )
})

test('each task reaches its folders of the bucket, only the worker sends, and only web and the command line verify senders', () => {
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
  assert.deepEqual(all('worker'), [['f/', 'audit/'], ['audit/'], []])
  assert.deepEqual(all('migrate'), [[], [], []])
  assert.deepEqual(all('cli').at(-1), ['s/', 'f/', 'audit/', 'doctor/'])
  for (const task of ['web', 'worker', 'cli'])
    for (const { Action, Condition } of statementsOf(taskRole(task)))
      if (list(Action).includes('s3:ListBucket')) assert.match(text(Condition), /"s3:prefix":/)
  const senders = Object.keys(tasks).filter((task) => text(statementsOf(taskRole(task))).includes('ses:Send'))
  assert.deepEqual(senders, ['worker'])
  const [send] = statementsOf(taskRole('worker')).filter(({ Action }) => text(Action).includes('ses:Send'))
  // The call that the product makes.
  assert.equal(send!.Action, 'ses:SendRawEmail')
  assert.match(read('server/deliveries/transports/ses.ts'), /new SendRawEmailCommand/)
  // Any verified sender of this account and region, by the configuration set whose reports the product reads.
  assert.deepEqual(
    list(send!.Resource).map((arn) => /:(identity\/\*|configuration-set\/)/.exec(text(arn))?.[1]),
    ['identity/*', 'configuration-set/'],
  )
  const sesOf = (task: string) =>
    statementsOf(taskRole(task))
      .flatMap(({ Action }) => list(Action))
      .filter((action) => action.startsWith('ses:'))
      .sort()
  const verifies = [
    'ses:DeleteIdentity',
    'ses:GetIdentityDkimAttributes',
    'ses:SetIdentityDkimEnabled',
    'ses:VerifyDomainDkim',
  ]
  assert.deepEqual(['web', 'worker', 'migrate'].map(sesOf), [verifies, ['ses:GetSendQuota', 'ses:SendRawEmail'], []])
  assert.deepEqual(sesOf('cli'), [...verifies, 'ses:GetIdentityVerificationAttributes', 'ses:GetSendQuota'].sort())
  for (const action of verifies)
    assert.match(read('server/deliveries/transports/ses.ts'), new RegExp(`new ${action.slice('ses:'.length)}Command`))
})
