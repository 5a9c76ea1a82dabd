// A custom resource of CloudFormation: starts the task of its properties, and waits until it has ended well.
const { ECSClient, RunTaskCommand, DescribeTasksCommand } = require('@aws-sdk/client-ecs')
const { CloudFormationClient, DescribeStacksCommand } = require('@aws-sdk/client-cloudformation')

const NOTHING = { PhysicalResourceId: 'migration', Data: { Task: '' } }

exports.onEvent = async ({ RequestType, ResourceProperties: properties }) => {
  if (RequestType === 'Delete' || properties.Run !== 'yes') return NOTHING
  const { Stacks } = await new CloudFormationClient().send(new DescribeStacksCommand({ StackName: properties.Stack }))
  // The previous release runs on the newer tables; its `migrate` would refuse them.
  if (Stacks[0].StackStatus.includes('ROLLBACK')) return NOTHING
  const { tasks, failures } = await new ECSClient().send(
    new RunTaskCommand({
      cluster: properties.Cluster,
      taskDefinition: properties.TaskDefinition,
      launchType: 'FARGATE',
      networkConfiguration: {
        awsvpcConfiguration: {
          subnets: properties.Subnets,
          securityGroups: properties.SecurityGroups,
          assignPublicIp: 'DISABLED',
        },
      },
    }),
  )
  if (!tasks.length) throw new Error(`The task did not start: ${failures.map(({ reason }) => reason).join(', ')}`)
  return { ...NOTHING, Data: { Task: tasks[0].taskArn } }
}

exports.isComplete = async ({ Data, ResourceProperties: { Cluster: cluster } }) => {
  if (!Data.Task) return { IsComplete: true }
  const { tasks } = await new ECSClient().send(new DescribeTasksCommand({ cluster, tasks: [Data.Task] }))
  if (tasks[0].lastStatus !== 'STOPPED') return { IsComplete: false }
  const failed = tasks[0].containers.filter(({ exitCode }) => exitCode !== 0)
  if (!failed.length) return { IsComplete: true }
  const reasons = failed.map(({ name, exitCode, reason }) => `${name} ended with ${exitCode ?? reason}`)
  throw new Error(`${reasons.join(', ')}; ${tasks[0].stoppedReason}. The log group of the stack has the reason.`)
}
