import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { App } from 'aws-cdk-lib'
import { readSettings } from './settings.ts'
import { WatchbillStack } from './stack.ts'

const here = import.meta.dirname
const app = new App({
  outdir: process.env.CDK_OUTDIR ?? path.join(here, 'cdk.out'),
  // Finds offline much of what CloudFormation would refuse.
  context: { '@aws-cdk/core:validateAgainstDefaultRules': true },
})
const OWN = path.join(here, 'settings.json')
// Without a deployment's own settings, those of the example: enough to look at the template.
const settings = readSettings(existsSync(OWN) ? OWN : path.join(here, 'settings.example.json'))
const commit = () =>
  process.env.COMMIT ?? execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: here, encoding: 'utf8' }).trim()

new WatchbillStack(app, 'Watchbill', {
  settings,
  commit: commit(),
  stopped: app.node.tryGetContext('stopped') === 'yes',
  migrates: app.node.tryGetContext('migrate') !== 'no',
})
const { directory, stacks } = app.synth()
console.log(`${stacks.length} stack for ${settings.domain} is in ${path.relative(process.cwd(), directory) || '.'}.`)
