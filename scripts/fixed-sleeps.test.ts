import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { expect, test } from 'vitest'

/**
 * Tests wait for a condition (`expect.poll`, `waitUntil`, an event) or move the clock: a fixed sleep is too short on a
 * slow machine and wasted on a fast one. Exact list of the exceptions.
 */
const ALLOWED: Record<string, { times: number; why: string }> = {
  'tests/hard/database-away.test.ts': {
    times: 3,
    why: 'slow statements, and the five seconds that a request may take',
  },
  'tests/hard/embedded-database.test.ts': { times: 1, why: 'a long statement, which is killed' },
  'tests/integration/reading-batches.test.ts': { times: 3, why: 'statements that are cancelled, killed or waited for' },
}

const MAY_SLEEP = /setTimeout|waitForTimeout|pg_sleep/i

const isLiteral = (node: ts.Node | undefined): boolean =>
  node !== undefined &&
  (ts.isNumericLiteral(node) ||
    (ts.isParenthesizedExpression(node) && isLiteral(node.expression)) ||
    (ts.isBinaryExpression(node) && isLiteral(node.left) && isLiteral(node.right)))

const promisingTimers = (tree: ts.SourceFile) =>
  tree.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return []
    const named = statement.importClause?.namedBindings
    if (!/^(node:)?timers\/promises$/.test(statement.moduleSpecifier.text) || !named || !ts.isNamedImports(named))
      return []
    return named.elements
      .filter(({ name, propertyName }) => (propertyName ?? name).text === 'setTimeout')
      .map(({ name }) => name.text)
  })

function sleepsIn(file: string, source: string): string[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const timers = promisingTimers(tree)
  const found: string[] = []
  const isSleep = (node: ts.Node) => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) return /\bpg_sleep\b/i.test(node.text)
    if (!ts.isCallExpression(node)) return false
    const { expression: called, arguments: given } = node
    if (ts.isPropertyAccessExpression(called)) return called.name.text === 'waitForTimeout'
    if (!ts.isIdentifier(called)) return false
    return timers.includes(called.text) ? isLiteral(given[0]) : called.text === 'setTimeout' && isLiteral(given[1])
  }
  const visit = (node: ts.Node) => {
    if (isSleep(node)) found.push(node.getText())
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}

const files = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .map((file) => `tests/${file}`)
  .filter((file) => /\.(ts|tsx|mjs)$/.test(file))
  .sort()

test('no test sleeps for a fixed time', () => {
  const sleeping = files.flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    const sleeps = MAY_SLEEP.test(source) ? sleepsIn(file, source) : []
    return sleeps.length === (ALLOWED[file]?.times ?? 0) ? [] : [{ file, sleeps }]
  })
  expect(sleeping).toEqual([])
  expect(files).toEqual(expect.arrayContaining(Object.keys(ALLOWED)))
})

test.each([
  ['await new Promise((resolve) => setTimeout(resolve, 300))', 1],
  ['setTimeout(() => stop(), 2 * 1_000)', 1],
  ["import { setTimeout as pause } from 'node:timers/promises'\nawait pause(50)", 1],
  ['await page.waitForTimeout(200)', 1],
  ["await client.query('select pg_sleep(1)')", 1],
  ['test.setTimeout(400_000)', 0],
  ['socket.setTimeout(20_000, give)', 0],
  ['setTimeout(() => location.reload())', 0],
  ["import { setTimeout as providerDelay } from 'node:timers/promises'\nawait providerDelay(faults.delayMs)", 0],
])('%j has %d', (source, times) => {
  expect(sleepsIn('a.ts', source)).toHaveLength(times)
})
