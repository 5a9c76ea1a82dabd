import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

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
  ...new Set(text.match(/\b(?:held_back|[a-z\d]+(?:_[a-z\d]+)*_(?:total|seconds|age))\b/g)),
]

test('each alert measures metrics that the code registers', () => {
  expect(rules.length).toBeGreaterThan(7)
  for (const { alert, expr } of rules) {
    const metrics = metricsIn(expr)
    expect([alert, metrics.length > 0]).toEqual([alert, true])
    expect([alert, metrics.filter((name) => !code.includes(`'${name}'`))]).toEqual([alert, []])
  }
})

test('each alert has a page of its own, and each page an alert', () => {
  const pages = readdirSync('docs/runbooks').map((file) => `docs/runbooks/${file}`)
  expect(rules.map(({ annotations }) => annotations.runbook).sort()).toEqual(pages.sort())
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
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
