import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { main } from '#bin/commands/command-line.ts'

type Rule = { alert: string; expr: string; annotations: { summary: string; runbook: string } }
const { groups } = parse(readFileSync('infra/alerts.yaml', 'utf8')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)

const code = ['server', 'workers', 'bin']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => path.join(folder, file)),
  )
  .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
  .map((file) => readFileSync(file, 'utf8'))
  .filter((text) => text.includes("from 'prom-client'"))
  .join('\n')
const metricsIn = (text: string) => [
  ...new Set(text.match(/\b(?:held_back|sites_at_quota|[a-z\d]+(?:_[a-z\d]+)*_(?:total|seconds|age))\b/g)),
]

test('each alert measures metrics that the code registers', () => {
  expect(rules.length).toBeGreaterThan(7)
  for (const { alert, expr } of rules) {
    const metrics = metricsIn(expr)
    expect([alert, metrics.length > 0]).toEqual([alert, true])
    expect([alert, metrics.filter((name) => !code.includes(`'${name}'`))]).toEqual([alert, []])
  }
})

const pages = readdirSync('docs/runbooks').map((file) => ({
  file,
  text: readFileSync(`docs/runbooks/${file}`, 'utf8').replaceAll(/\s+/g, ' '),
}))

test('each alert has a page of its own; each other page is listed in operating.md', () => {
  const linked = [...readFileSync('docs/operating.md', 'utf8').matchAll(/\(runbooks\/([\w-]+\.md)\)/g)].map(
    ([, file]) => file,
  )
  const alerted = rules.map(({ annotations }) => path.basename(annotations.runbook))
  expect([...new Set([...alerted, ...linked])].sort()).toEqual(pages.map(({ file }) => file).sort())
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
})

test('each alert is an alarm of the platform on AWS as well, whose own tests run only where its packages are', () => {
  const alarms = readFileSync('infra/aws/alarms.ts', 'utf8')
  const missing = rules.filter(({ alert, annotations: { summary, runbook } }) =>
    [alert, summary, path.basename(runbook, '.md')].some((words) => !alarms.includes(`'${words}'`)),
  )
  expect(missing.map(({ alert }) => alert)).toEqual([])
})

/** Of what Amazon runs, which the product does not measure. */
const ON_AWS_ONLY = ['DatabaseBusy', 'DatabaseFull', 'ReportsRefused']

test('each alarm on AWS is an alert as well, but for those of what Amazon runs', () => {
  const alarms = [...readFileSync('infra/aws/alarms.ts', 'utf8').matchAll(/\balarm\(\s*'(\w+)'/g)].map(([, id]) => id)
  expect(alarms.sort()).toEqual([...rules.map(({ alert }) => alert), ...ON_AWS_ONLY].sort())
})

test('the absence of web is seen by a figure that only web has, also while a worker runs', () => {
  const { expr } = rules.find(({ alert }) => alert === 'NoWeb')!
  expect(expr).toBe('absent(sites_at_quota)')
  const registersIt = (file: string) => readFileSync(file, 'utf8').includes('measureQuotas(registry')
  expect(['bin/compose-web.ts', 'bin/compose-worker.ts'].map(registersIt)).toEqual([true, false])
})

test('what the documentation calls an alert is one', () => {
  const watched = /^Alert on [\s\S]*?\.$/m.exec(readFileSync('docs/operating.md', 'utf8'))?.[0] ?? ''
  const missing = metricsIn(watched).filter((name) => !rules.some(({ expr }) => expr.includes(name)))
  expect(metricsIn(watched).length).toBeGreaterThan(4)
  expect(missing).toEqual([])
})

test('each page quotes what the log says', () => {
  const quoted = readdirSync('docs/runbooks').flatMap((file) =>
    [
      ...readFileSync(`docs/runbooks/${file}`, 'utf8')
        .replaceAll('\n', ' ')
        .matchAll(/log (?:line|say) "([^"]+)"/g),
    ].map(([, words = '']) => words.replace(/\s+/g, ' ')),
  )
  const logged = ['server', 'workers'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.includes('.test.'))
      .map((file) => readFileSync(path.join(folder, file), 'utf8')),
  )
  expect(quoted.length).toBeGreaterThan(3)
  expect(quoted.filter((words) => !logged.some((text) => text.includes(words)))).toEqual([])
})

type Command = { args?: Record<string, unknown>; subCommands?: Record<string, Command> }

/** Checks a command line of the documentation. @returns the error, or null. */
function wrongWith(line: string): string | null {
  const [words = '', ...options] = line.split(/ (?=--)/)
  let command: Command | undefined = main as Command
  for (const word of words.split(' ').slice(1)) {
    if (!command?.subCommands) return `${line}: unexpected ${word}`
    command = command.subCommands[word]
  }
  if (!command?.args) return `${line}: no such command`
  const unknown = options
    .flatMap((option) => /^--([\w-]+)/.exec(option)?.[1] ?? [])
    .find((name) => !(name in command.args!))
  return unknown === undefined ? null : `${line}: unknown --${unknown}`
}

test('a command line of the documentation is checked with its options', () => {
  const right = ['watchbill doctor', 'watchbill site quota --slug … --people 5', 'watchbill held drop --kind …']
  const wrong = ['watchbill heal', 'watchbill site', 'watchbill site quota --sites 3', 'watchbill doctor harbour']
  expect([...right, ...wrong].filter((line) => wrongWith(line) === null)).toEqual(right)
})

test('each page names only commands that exist, with their options', () => {
  const lines = pages.flatMap(({ file, text }) =>
    [...text.matchAll(/`(watchbill [^`]+)`/g)].map(([, line = '']) => ({ file, line })),
  )
  expect(lines.length).toBeGreaterThan(20)
  expect(lines.flatMap(({ file, line }) => (wrongWith(line) ? `${file}: ${wrongWith(line)}` : []))).toEqual([])
})

test('each page names only figures that the code registers, and variables that are read', () => {
  const variables = readFileSync('.env.example', 'utf8') + readFileSync('infra/backup.sh', 'utf8')
  for (const { file, text } of pages) {
    const figures = metricsIn(text).filter((name) => !code.includes(`'${name}'`) && !/^pg_/.test(name))
    expect([file, figures]).toEqual([file, []])
    const named = [...text.matchAll(/\b[A-Z]+(?:_[A-Z]+)+\b/g)].map(([name]) => name)
    expect([file, named.filter((name) => !variables.includes(name))]).toEqual([file, []])
  }
})

test('each link of a page leads to a file', () => {
  const broken = pages.flatMap(({ file, text }) =>
    [...text.matchAll(/\]\(([^)#]+)[^)]*\)/g)]
      .map(([, to = '']) => path.join('docs/runbooks', to))
      .filter((to) => !existsSync(to))
      .map((to) => `${file}: ${to}`),
  )
  expect(broken).toEqual([])
})
