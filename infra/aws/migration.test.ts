import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { test } from 'node:test'

const here = import.meta.dirname

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
