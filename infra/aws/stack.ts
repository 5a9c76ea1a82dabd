import path from 'node:path'
import { type App, Aws, CfnOutput, Duration, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { Certificate, CertificateValidation } from 'aws-cdk-lib/aws-certificatemanager'
import * as ec2 from 'aws-cdk-lib/aws-ec2'
import { Platform } from 'aws-cdk-lib/aws-ecr-assets'
import * as ecs from 'aws-cdk-lib/aws-ecs'
import * as elb from 'aws-cdk-lib/aws-elasticloadbalancingv2'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Key } from 'aws-cdk-lib/aws-kms'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import { ARecord, type IPublicHostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53'
import { LoadBalancerTarget } from 'aws-cdk-lib/aws-route53-targets'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import * as sns from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import { createAlarms } from './alarms.ts'
import { createAddresses, createBackups, createBucket, createDatabase, createRedis } from './data.ts'
import { createMail, subscribeProduct, zoneOf } from './mail.ts'
import { createMigration } from './release.ts'
import { type Settings, SIZES } from './settings.ts'
import { createServices, createTasks, PORT } from './tasks.ts'

type Props = {
  settings: Settings
  /** What the image is built of. */
  commit: string
  /** No web and no worker runs, for a restore. */
  stopped: boolean
  /** False to deploy an older release again. */
  migrates: boolean
}

/** A deployment of the product in one region, in whichever account the credentials are of. */
export class WatchbillStack extends Stack {
  constructor(app: App, id: string, { settings, commit, stopped, migrates }: Props) {
    super(app, id, { env: { region: settings.region }, terminationProtection: true })
    const key = this.createKey()
    const vpc = this.createNetwork(settings)
    const zone = zoneOf(this, settings)
    const database = createDatabase(this, { settings, key, vpc })
    createBackups(this, { key, database })
    const redis = createRedis(this, { settings, key, vpc })
    const mail = createMail(this, { key, zone })
    const log = this.createLog('Log', key, RetentionDays.THREE_MONTHS)

    const tasks = createTasks(this, {
      settings,
      image: ecs.ContainerImage.fromAsset(path.join(import.meta.dirname, '../..'), {
        buildArgs: { COMMIT: commit },
        platform: Platform.LINUX_AMD64,
      }),
      key,
      bucket: createBucket(this, key),
      mail,
      database,
      addresses: createAddresses(this, { settings, key, database, redis }),
      sessions: new Secret(this, 'Sessions', {
        description: 'SESSION_SECRET: to change it, put the new one before the old one, with a comma between',
        encryptionKey: key,
        generateSecretString: { passwordLength: 64, excludePunctuation: true },
        removalPolicy: RemovalPolicy.RETAIN,
      }),
      log,
      metricsLog: this.createLog('MetricsLog', key, RetentionDays.ONE_WEEK),
    })
    const access = new ec2.SecurityGroup(this, 'TaskAccess', { vpc })
    database.connections.allowDefaultPortFrom(access)
    redis.connections.allowDefaultPortFrom(access)

    const cluster = new ecs.Cluster(this, 'Cluster', { vpc })
    const subnets = vpc.selectSubnets({ subnetType: ec2.SubnetType.PRIVATE_WITH_EGRESS })
    const migration = createMigration(this, {
      ...{ cluster, task: tasks.migrate, subnets, access, log, migrates },
      again: settings.database,
    })
    const { web, worker, scaling } = createServices(this, { settings, cluster, access, tasks, stopped })
    for (const service of [web, worker]) service.node.addDependency(migration)
    const { balancer, targets, records } = this.createEntrance({ settings, vpc, zone, web })
    scaling.scaleOnRequestCount('Requests', { requestsPerTarget: 1_200, targetGroup: targets })
    // The product confirms the subscription: it has to run, and its name to be known, first.
    subscribeProduct(mail.reports, settings).node.addDependency(web, records)

    const topic = new sns.Topic(this, 'Alarms', { masterKey: key, enforceSSL: true })
    topic.grantPublish(
      new ServicePrincipal('cloudwatch.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Aws.ACCOUNT_ID } },
      }),
    )
    topic.addSubscription(new EmailSubscription(settings.alarmEmail))
    createAlarms(this, { settings, balancer, web: targets, database, reports: mail.reports, topic })

    // For watchbill.mjs.
    const outputs = {
      ClusterName: cluster.clusterName,
      CommandLineTask: tasks.cli.family,
      TaskSubnets: subnets.subnetIds.join(','),
      TaskSecurityGroup: access.securityGroupId,
      LogGroupName: log.logGroupName,
    }
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value })
  }

  /** Encrypts everything at rest. */
  private createKey() {
    const key = new Key(this, 'Key', { enableKeyRotation: true, removalPolicy: RemovalPolicy.RETAIN })
    // Topics say for whose alarms and which mails.
    for (const service of ['ses.amazonaws.com', 'cloudwatch.amazonaws.com'])
      key.grant(new ServicePrincipal(service), 'kms:Decrypt', 'kms:GenerateDataKey*')
    const logs = `arn:${Aws.PARTITION}:logs:${this.region}:${Aws.ACCOUNT_ID}:*`
    key.grantEncryptDecrypt(
      new ServicePrincipal(`logs.${this.region}.amazonaws.com`, {
        conditions: { ArnLike: { 'kms:EncryptionContext:aws:logs:arn': logs } },
      }),
    )
    return key
  }

  private createNetwork({ size }: Settings) {
    const vpc = new ec2.Vpc(this, 'Network', {
      maxAzs: 2,
      natGateways: SIZES[size].natGateways,
      subnetConfiguration: [
        { name: 'public', subnetType: ec2.SubnetType.PUBLIC, cidrMask: 24, mapPublicIpOnLaunch: false },
        { name: 'tasks', subnetType: ec2.SubnetType.PRIVATE_WITH_EGRESS, cidrMask: 22 },
        { name: 'data', subnetType: ec2.SubnetType.PRIVATE_ISOLATED, cidrMask: 24 },
      ],
    })
    vpc.addGatewayEndpoint('FilesInside', { service: ec2.GatewayVpcEndpointAwsService.S3 })
    return vpc
  }

  private createLog(id: string, key: Key, retention: RetentionDays) {
    return new LogGroup(this, id, { retention, encryptionKey: key, removalPolicy: RemovalPolicy.RETAIN })
  }

  /** The only way in: TLS for the domain and each club's name, by processes that are ready. */
  private createEntrance({
    settings: { domain, ownDomainCertificates = [] },
    vpc,
    zone,
    web,
  }: {
    settings: Settings
    vpc: ec2.IVpc
    zone: IPublicHostedZone
    web: ecs.FargateService
  }) {
    const names = [domain, `*.${domain}`]
    const balancer = new elb.ApplicationLoadBalancer(this, 'Entrance', {
      vpc,
      internetFacing: true,
      dropInvalidHeaderFields: true,
      deletionProtection: true,
      // Shorter than the 65 seconds of a process, so that it never closes a connection first.
      idleTimeout: Duration.seconds(60),
    })
    balancer.addRedirect()
    const listener = balancer.addListener('Https', {
      port: 443,
      certificates: [
        new Certificate(this, 'Certificate', {
          domainName: domain,
          subjectAlternativeNames: names.slice(1),
          validation: CertificateValidation.fromDns(zone),
        }),
      ],
      sslPolicy: elb.SslPolicy.RECOMMENDED_TLS,
    })
    if (ownDomainCertificates.length)
      listener.addCertificates('OwnDomains', ownDomainCertificates.map(elb.ListenerCertificate.fromArn))
    const targets = listener.addTargets('Web', {
      port: PORT,
      protocol: elb.ApplicationProtocol.HTTP,
      targets: [web],
      deregistrationDelay: Duration.seconds(30),
      healthCheck: {
        path: '/readyz',
        interval: Duration.seconds(15),
        timeout: Duration.seconds(10),
        healthyThresholdCount: 2,
        // 150 seconds: ECS replaces processes that are not ready, and a failover of the database is no reason to.
        unhealthyThresholdCount: 10,
      },
    })
    const target = RecordTarget.fromAlias(new LoadBalancerTarget(balancer))
    const records = names.map(
      (recordName, at) => new ARecord(this, at ? 'Clubs' : 'Domain', { zone, recordName, target }),
    )[0]!
    return { balancer, targets, records }
  }
}
