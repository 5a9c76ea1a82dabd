import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after } from 'node:test'
import { App } from 'aws-cdk-lib'
import { Template } from 'aws-cdk-lib/assertions'
import { readSettings, type Settings } from './settings.ts'
import { WatchbillStack } from './stack.ts'

export const here = import.meta.dirname
export const root = path.join(here, '../..')
export const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
export const settings: Settings = {
  ...readSettings(path.join(here, 'settings.example.json')),
  twilioSecretArn: 'arn:aws:secretsmanager:eu-west-2:111122223333:secret:watchbill/twilio-AbCdEf',
}

export const outdir = mkdtempSync(path.join(tmpdir(), 'watchbill-cdk-'))
after(() => rmSync(outdir, { recursive: true, force: true }))
export const synthesised = (
  given: Settings,
  options: { stopped?: boolean; migrates?: boolean } = {},
  checked = false,
) =>
  Template.fromStack(
    new WatchbillStack(
      new App({ outdir, context: { '@aws-cdk/core:validateAgainstDefaultRules': checked } }),
      'Watchbill',
      { settings: given, commit: 'abc1234', stopped: false, migrates: true, ...options },
    ),
  )
export const template = synthesised(settings, {}, true)

// biome-ignore lint/suspicious/noExplicitAny: resources of a template have no types.
export type Resource = { Type: string; Properties: any; DeletionPolicy?: string; DependsOn?: string[] }
export const resources = template.toJSON().Resources as Record<string, Resource>
export const ofType = (type: string, from = resources) => Object.entries(from).filter(([, { Type }]) => Type === type)
export const only = (type: string) => {
  const found = ofType(type)
  assert.equal(found.length, 1, type)
  return found[0]![1].Properties
}
export const list = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value])
export const text = (value: unknown) => JSON.stringify(value)
/** The resources that a value refers to. */
export const refersTo = (value: unknown) =>
  [...text(value).matchAll(/"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/g)].map(([, name]) => name!)

export type Container = {
  Name: string
  Command?: string[]
  LogConfiguration?: unknown
  Environment?: { Name: string; Value: unknown }[]
  Secrets?: { Name: string; ValueFrom: unknown }[]
  DependsOn?: unknown
  StopTimeout?: number
}
export const tasks: Record<string, { id: string; TaskRoleArn: unknown; containers: Container[] }> = Object.fromEntries(
  ofType('AWS::ECS::TaskDefinition').map(([id, { Properties }]) => [
    Properties.Family.replace('watchbill-', '') as string,
    { id, ...Properties, containers: Properties.ContainerDefinitions as Container[] },
  ]),
)
export const product = Object.values(tasks).flatMap(({ containers }) =>
  containers.filter(({ Name }) => ['web', 'worker', 'migrate', 'cli'].includes(Name)),
)
export const namesIn = ({ Environment = [], Secrets = [] }: Container) =>
  [...Environment, ...Secrets].map(({ Name }) => Name)
