import ts from 'typescript'
import { expect, test } from 'vitest'
import { nodesOf, placeOf, type SourceTree, sourceTrees, treeOf } from '#tests/support/source-trees.ts'

/**
 * Texts are cut by `cutText`: `slice` may cut a character in half, and PostgreSQL refuses JSON with the half. A value
 * counts as a text by its declared type, the call that made it, or its name; lists have plural names.
 */
const MAKES_TEXT = new Set(
  'String replace replaceAll trim trimStart trimEnd toLowerCase toUpperCase toString toWellFormed normalize join oneLine ascii normaliseText'.split(
    ' ',
  ),
)
const TEXT_NAME =
  /(?:^|[a-z_])(?:text|message|reason|name|word|agent|address|search|line|title|subject|body|content|problem|detail|error|stack|example|excerpt|label)$/i
const SECRETS = new Set(['token', 'key', 'code', 'secret'])
const LIMIT = /^(?:max|most|limit|length|room)$|[A-Z]{3}|\.length\b.*[-+]/

const nameOf = (node: ts.Expression): string =>
  ts.isIdentifier(node) ? node.text : ts.isPropertyAccessExpression(node) ? node.name.text : ''

function declaredType(node: ts.Node, name: string): string | undefined {
  for (let at: ts.Node | undefined = node; at; at = at.parent)
    if (ts.isFunctionLike(at))
      for (const parameter of at.parameters) if (parameter.name.getText() === name) return parameter.type?.getText()
  return undefined
}

function isText(node: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(node) || ts.isNonNullExpression(node)) return isText(node.expression)
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return true
  if (ts.isBinaryExpression(node)) return isText(node.left) || isText(node.right)
  if (ts.isConditionalExpression(node)) return isText(node.whenTrue) || isText(node.whenFalse)
  if (ts.isCallExpression(node)) return MAKES_TEXT.has(nameOf(node.expression))
  if (SECRETS.has(nameOf(node))) return false
  const type = ts.isIdentifier(node) ? declaredType(node, node.text) : undefined
  return type ? /^string\b(?!\[)/.test(type) : TEXT_NAME.test(nameOf(node))
}

const isLimit = (node: ts.Expression | undefined): boolean =>
  node !== undefined &&
  !ts.isPrefixUnaryExpression(node) &&
  (ts.isNumericLiteral(node) ? Number(node.text) > 16 : LIMIT.test(node.getText()))

const cutsIn = (tree: SourceTree): string[] =>
  [...nodesOf(tree.tree)].flatMap((node) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return []
    const { name, expression: cut } = node.expression
    const [from, to] = node.arguments
    const cuts = ['slice', 'substring', 'substr'].includes(name.text) && from?.getText() === '0' && isLimit(to)
    return cuts && isText(cut) ? [`${placeOf(tree, node)} ${node.getText()}`] : []
  })

test('no text is cut in the middle of a character', () => {
  const trees = sourceTrees(['app', 'bin', 'server', 'workers'], /\.(slice|substring|substr)\b/).filter(
    ({ file }) => !file.includes('/cut-text.pure.'),
  )
  expect(trees.flatMap(cutsIn)).toEqual([])
})

test.each([
  ['const a = `${code}: ${message}`.slice(0, 300)', 1],
  ['const a = (headers.get("user-agent") ?? "").slice(0, MOST_NAME)', 1],
  ['const cut = (s: string, max: number) => s.substring(0, max)', 1],
  ['problem.slice(0, 500)', 1],
  ['device.user_agent?.slice(0, 300)', 1],
  ['oneLine(text).slice(0, MAX_DETAIL)', 1],
  ['people.slice(0, MAX_LISTED)', 0],
  ['[...name].slice(0, MAX_NAME).join("")', 0],
  ['const first = (name: string[]) => name.slice(0, MAX_NAMES)', 0],
  ['text.split("\\n").slice(0, MAX_LINES)', 0],
  ['date.slice(0, 10)', 0],
  ['text.slice(0, text.indexOf(":"))', 0],
  ['text.slice(0, end)', 0],
])('%s has %d', (source, times) => {
  expect(cutsIn({ file: 'a.ts', tree: treeOf('a.ts', source) })).toHaveLength(times)
})
