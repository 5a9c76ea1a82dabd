import { Duration, Fn, RemovalPolicy } from 'aws-cdk-lib'
import * as backup from 'aws-cdk-lib/aws-backup'
import * as ec2 from 'aws-cdk-lib/aws-ec2'
import * as elasticache from 'aws-cdk-lib/aws-elasticache'
import { Schedule } from 'aws-cdk-lib/aws-events'
import type { IKey } from 'aws-cdk-lib/aws-kms'
import * as logs from 'aws-cdk-lib/aws-logs'
import * as rds from 'aws-cdk-lib/aws-rds'
import * as s3 from 'aws-cdk-lib/aws-s3'
import { CfnSecret, Secret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'
import { type Settings, SIZES } from './settings.ts'

type Parts = { settings: Settings; key: IKey; vpc: ec2.IVpc }

const IDENTIFIER = 'watchbill'
/** Days for which the database can be brought back to any second. */
const PITR_DAYS = 14

export function createDatabase(scope: Construct, { settings, key, vpc }: Parts) {
  const { type, storage, mostStorage } = SIZES[settings.size].database
  const log = new logs.LogGroup(scope, 'DatabaseLog', {
    logGroupName: `/aws/rds/instance/${IDENTIFIER}/postgresql`,
    retention: logs.RetentionDays.ONE_MONTH,
    encryptionKey: key,
    removalPolicy: RemovalPolicy.RETAIN,
  })
  const engine = rds.DatabaseInstanceEngine.postgres({ version: rds.PostgresEngineVersion.VER_18 })
  const database = new rds.DatabaseInstance(scope, 'Database', {
    // Fixed, so that the address stays that of a server restored under this name.
    instanceIdentifier: IDENTIFIER,
    engine,
    instanceType: new ec2.InstanceType(type),
    vpc,
    vpcSubnets: { subnetType: ec2.SubnetType.PRIVATE_ISOLATED },
    securityGroups: [new ec2.SecurityGroup(scope, 'DatabaseAccess', { vpc, allowAllOutbound: false })],
    publiclyAccessible: false,
    multiAz: true,
    allocatedStorage: storage,
    maxAllocatedStorage: mostStorage,
    storageType: rds.StorageType.GP3,
    storageEncrypted: true,
    storageEncryptionKey: key,
    caCertificate: rds.CaCertificate.RDS_CA_RSA2048_G1,
    parameters: {
      'rds.force_ssl': '1',
      // Without the values of rows, which name people.
      log_error_verbosity: 'terse',
    },
    credentials: rds.Credentials.fromGeneratedSecret('master', {
      encryptionKey: key,
      excludeCharacters: ' %+~`#$&*()|[]{}:;<>?!\'/@"\\,=^',
    }),
    backupRetention: Duration.days(PITR_DAYS),
    preferredBackupWindow: '02:00-02:30',
    preferredMaintenanceWindow: 'sun:03:00-sun:04:00',
    deleteAutomatedBackups: false,
    copyTagsToSnapshot: true,
    deletionProtection: true,
    removalPolicy: RemovalPolicy.RETAIN,
    autoMinorVersionUpgrade: true,
    cloudwatchLogsExports: ['postgresql'],
  })
  database.node.addDependency(log)
  return database
}

/** A copy a day in a vault, which survives the server and its own backups. */
export function createBackups(scope: Construct, { key, database }: { key: IKey; database: rds.DatabaseInstance }) {
  const vault = new backup.BackupVault(scope, 'Backups', { encryptionKey: key, removalPolicy: RemovalPolicy.RETAIN })
  const plan = new backup.BackupPlan(scope, 'BackupPlan', {
    backupVault: vault,
    backupPlanRules: [
      new backup.BackupPlanRule({
        ruleName: 'daily',
        scheduleExpression: Schedule.cron({ hour: '4', minute: '30' }),
        deleteAfter: Duration.days(35),
      }),
      new backup.BackupPlanRule({
        ruleName: 'monthly',
        scheduleExpression: Schedule.cron({ day: '1', hour: '5', minute: '30' }),
        deleteAfter: Duration.days(365),
      }),
    ],
  })
  plan.addSelection('Database', { resources: [backup.BackupResource.fromRdsDatabaseInstance(database)] })
}

/** Valkey with a replica, not in cluster mode. It keeps jobs, so it must not drop keys when it is full. */
export function createRedis(scope: Construct, { settings, key, vpc }: Parts) {
  const access = new ec2.SecurityGroup(scope, 'RedisAccess', { vpc, allowAllOutbound: false })
  const token = new Secret(scope, 'RedisToken', {
    encryptionKey: key,
    generateSecretString: { passwordLength: 48, excludePunctuation: true },
  })
  const group = new elasticache.CfnReplicationGroup(scope, 'Redis', {
    replicationGroupDescription: 'Jobs and limits of Watchbill',
    engine: 'valkey',
    engineVersion: '8.0',
    cacheNodeType: SIZES[settings.size].redis,
    cacheParameterGroupName: new elasticache.CfnParameterGroup(scope, 'RedisParameters', {
      cacheParameterGroupFamily: 'valkey8',
      description: 'Jobs must not be dropped',
      properties: { 'maxmemory-policy': 'noeviction' },
    }).ref,
    numCacheClusters: 2,
    automaticFailoverEnabled: true,
    multiAzEnabled: true,
    atRestEncryptionEnabled: true,
    kmsKeyId: key.keyArn,
    transitEncryptionEnabled: true,
    transitEncryptionMode: 'required',
    authToken: token.secretValue.unsafeUnwrap(),
    snapshotRetentionLimit: 1,
    cacheSubnetGroupName: new elasticache.CfnSubnetGroup(scope, 'RedisSubnets', {
      description: 'Without a way to or from the internet',
      subnetIds: vpc.selectSubnets({ subnetType: ec2.SubnetType.PRIVATE_ISOLATED }).subnetIds,
    }).ref,
    securityGroupIds: [access.securityGroupId],
  })
  return {
    group,
    token,
    connections: new ec2.Connections({ securityGroups: [access], defaultPort: ec2.Port.tcp(6379) }),
  }
}

/** Pictures and files of messages, and the list of people erased since. */
export const createBucket = (scope: Construct, key: IKey) =>
  new s3.Bucket(scope, 'Files', {
    encryption: s3.BucketEncryption.KMS,
    encryptionKey: key,
    bucketKeyEnabled: true,
    blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
    objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    versioned: true,
    // Pictures of erased people must go too.
    lifecycleRules: [
      { noncurrentVersionExpiration: Duration.days(30), abortIncompleteMultipartUploadAfter: Duration.days(7) },
    ],
    removalPolicy: RemovalPolicy.RETAIN,
  })

/** The logins of infra/logins.sql, and "watchbill" of infra/roles.sql, which may migrate. */
const LOGINS = {
  DATABASE_APP_URL: 'watchbill_app_login',
  DATABASE_WORKER_URL: 'watchbill_worker_login',
  DATABASE_AUTH_URL: 'watchbill_auth_login',
  DATABASE_PLATFORM_URL: 'watchbill_platform_login',
  DATABASE_MIGRATE_URL: 'watchbill',
} as const

type Stores = {
  settings: Settings
  key: IKey
  database: rds.DatabaseInstance
  redis: ReturnType<typeof createRedis>
}

/** One secret whose keys are variables of the product: addresses with passwords that no one has seen. */
export function createAddresses(scope: Construct, { settings, key, database, redis }: Stores) {
  const password = (login: string) =>
    new Secret(scope, `Password-${login}`, {
      encryptionKey: key,
      generateSecretString: { passwordLength: 40, excludePunctuation: true },
    }).secretValue.unsafeUnwrap()
  const { dbInstanceEndpointAddress: host, dbInstanceEndpointPort: port } = database
  const tls = 'sslmode=verify-full&sslrootcert=infra/rds-ca.pem'
  const values = {
    ...Object.fromEntries(
      Object.entries(LOGINS).map(([name, login]) => [
        name,
        `postgres://${login}:${password(login)}@${host}:${port}/${settings.database}?${tls}`,
      ]),
    ),
    REDIS_URL: `rediss://:${redis.token.secretValue.unsafeUnwrap()}@${redis.group.attrPrimaryEndPointAddress}:${redis.group.attrPrimaryEndPointPort}`,
  }
  const secret = new CfnSecret(scope, 'Addresses', {
    description: 'Where the product finds its database and Redis',
    kmsKeyId: key.keyArn,
    secretString: Fn.join('', [
      '{',
      Object.entries(values)
        .map(([name, value]) => `"${name}":"${value}"`)
        .join(','),
      '}',
    ]),
  })
  return Secret.fromSecretAttributes(scope, 'AddressesSecret', { secretCompleteArn: secret.ref, encryptionKey: key })
}
