import { readFileSync } from 'node:fs'
import path from 'node:path'
import { CustomResource, Duration, Stack } from 'aws-cdk-lib'
import type * as ec2 from 'aws-cdk-lib/aws-ec2'
import type * as ecs from 'aws-cdk-lib/aws-ecs'
import * as iam from 'aws-cdk-lib/aws-iam'
import * as lambda from 'aws-cdk-lib/aws-lambda'
import type { ILogGroup } from 'aws-cdk-lib/aws-logs'
import { Provider } from 'aws-cdk-lib/custom-resources'
import type { Construct } from 'constructs'

type Parts = {
  cluster: ecs.ICluster
  task: ecs.FargateTaskDefinition
  subnets: ec2.SelectedSubnets
  access: ec2.ISecurityGroup
  log: ILogGroup
  /** False deploys an older release, which does not know the migrations of the newer one. */
  migrates: boolean
  /** The task runs again when this changes, or the task does. */
  again: string
}

/** Runs the task in each deployment, before whatever depends on the result. If it fails, the deployment is rolled back. */
export function createMigration(scope: Construct, { cluster, task, subnets, access, log, migrates, again }: Parts) {
  const stack = Stack.of(scope)
  const code = lambda.Code.fromInline(readFileSync(path.join(import.meta.dirname, 'run-task.cjs'), 'utf8'))
  const handler = (name: string) =>
    new lambda.Function(scope, `Migration-${name}`, {
      runtime: lambda.Runtime.NODEJS_22_X,
      handler: `index.${name}`,
      code,
      timeout: Duration.minutes(1),
      logGroup: log,
    })
  const [onEvent, isComplete] = [handler('onEvent'), handler('isComplete')]
  const ofCluster = { ArnEquals: { 'ecs:cluster': cluster.clusterArn } }
  const family = stack.formatArn({ service: 'ecs', resource: 'task-definition', resourceName: `${task.family}:*` })
  onEvent.addToRolePolicy(
    new iam.PolicyStatement({ actions: ['ecs:RunTask'], resources: [family], conditions: ofCluster }),
  )
  onEvent.addToRolePolicy(
    new iam.PolicyStatement({
      actions: ['iam:PassRole'],
      resources: [task.taskRole.roleArn, task.obtainExecutionRole().roleArn],
      conditions: { StringEquals: { 'iam:PassedToService': 'ecs-tasks.amazonaws.com' } },
    }),
  )
  onEvent.addToRolePolicy(
    new iam.PolicyStatement({ actions: ['cloudformation:DescribeStacks'], resources: [stack.stackId] }),
  )
  isComplete.addToRolePolicy(
    new iam.PolicyStatement({
      actions: ['ecs:DescribeTasks'],
      resources: [stack.formatArn({ service: 'ecs', resource: 'task', resourceName: `${cluster.clusterName}/*` })],
      conditions: ofCluster,
    }),
  )
  const provider = new Provider(scope, 'MigrationProvider', {
    onEventHandler: onEvent,
    isCompleteHandler: isComplete,
    queryInterval: Duration.seconds(10),
    totalTimeout: Duration.minutes(55),
    logGroup: log,
    disableWaiterStateMachineLogging: true,
  })
  return new CustomResource(scope, 'Migration', {
    serviceToken: provider.serviceToken,
    properties: {
      Stack: stack.stackName,
      Run: migrates ? 'yes' : 'no',
      Again: again,
      Cluster: cluster.clusterName,
      TaskDefinition: task.taskDefinitionArn,
      Subnets: subnets.subnetIds,
      SecurityGroups: [access.securityGroupId],
    },
  })
}
