// `npm run watchbill -- site create …`: runs the product's command line in the deployment, and prints what it prints.
// `npm run watchbill -- sh -c '…'` runs a shell there instead, in the same image and with the same variables.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const file = (name) => path.join(import.meta.dirname, name)
const settings = existsSync(file('settings.json')) ? 'settings.json' : 'settings.example.json'
const { region } = JSON.parse(readFileSync(file(settings), 'utf8'))
const aws = (...args) =>
  JSON.parse(
    execFileSync('aws', [...args, '--region', region, '--output', 'json'], {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
      stdio: ['ignore', 'pipe', 'inherit'],
    }) || 'null',
  )

const args = process.argv.slice(2)
const command = args[0] === 'sh' ? args : ['node', 'build/cli.js', ...args]
const { Stacks } = aws('cloudformation', 'describe-stacks', '--stack-name', 'Watchbill')
const {
  ClusterName: cluster,
  CommandLineTask: task,
  TaskSubnets: subnets,
  TaskSecurityGroup: group,
  LogGroupName: log,
} = Object.fromEntries(Stacks[0].Outputs.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]))

const started = aws(
  ...['ecs', 'run-task', '--cluster', cluster, '--task-definition', task, '--launch-type', 'FARGATE'],
  ...['--network-configuration', `awsvpcConfiguration={subnets=[${subnets}],securityGroups=[${group}]}`],
  ...['--overrides', JSON.stringify({ containerOverrides: [{ name: 'cli', command }] })],
)
const arn = started.tasks[0]?.taskArn
if (!arn) throw new Error(JSON.stringify(started.failures))
const describe = () => aws('ecs', 'describe-tasks', '--cluster', cluster, '--tasks', arn).tasks[0]
let ended = describe()
while (ended.lastStatus !== 'STOPPED') {
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  ended = describe()
}
const stream = `cli/cli/${arn.split('/').at(-1)}`
let token
for (;;) {
  const page = aws(
    ...['logs', 'get-log-events', '--log-group-name', log, '--log-stream-name', stream, '--start-from-head'],
    ...(token ? ['--next-token', token] : []),
  )
  for (const { message } of page.events) console.log(message)
  if (page.nextForwardToken === token) break
  token = page.nextForwardToken
}
const { exitCode, reason } = ended.containers[0]
if (exitCode !== 0)
  console.error(exitCode === undefined ? `${ended.stoppedReason} ${reason ?? ''}` : `Ended with ${exitCode}.`)
process.exitCode = exitCode ?? 1
