import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'

/**
 * A page that is left cancels what it was about to send: after a click a browser test waits for what shows that it was
 * saved before it opens another page. Closing a dialog saves nothing.
 */
const ACTS = ['check', 'click', 'press', 'selectOption', 'uncheck']
const LEAVES = ['goto', 'goBack', 'reload']

const methodOf = (statement: ts.Node | undefined) => {
  if (!statement || !ts.isExpressionStatement(statement) || !ts.isAwaitExpression(statement.expression)) return ''
  const call = statement.expression.expression
  return ts.isCallExpression(call) && ts.isPropertyAccessExpression(call.expression) ? call.expression.name.text : ''
}

function cutOffIn(file: string, source: string): string[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isBlock(node) || ts.isSourceFile(node))
      node.statements.forEach((statement, at) => {
        const closes = statement.getText().includes("name: 'Close'")
        if (!closes && ACTS.includes(methodOf(statement)) && LEAVES.includes(methodOf(node.statements[at + 1])))
          found.push(`${file}: ${statement.getText()}`)
      })
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

test('no browser test leaves the page right after a click', () => {
  const files = readdirSync('tests/e2e', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => `tests/e2e/${file}`)
  expect(files.length).toBeGreaterThan(100)
  expect(files.flatMap((file) => cutOffIn(file, readFileSync(file, 'utf8')))).toEqual([])
})

test.each([
  ["await page.getByRole('button').click()\nawait page.goto('/a')", 1],
  ['{ await box.check()\nawait page.reload() }', 1],
  ["await page.getByRole('button').click()\nawait expect(done).toBeVisible()\nawait page.goto('/a')", 0],
  ["await page.goto('/a')\nawait page.getByRole('button').click()", 0],
])('%j has %d', (source, times) => {
  expect(cutOffIn('a.ts', source)).toHaveLength(times)
})
