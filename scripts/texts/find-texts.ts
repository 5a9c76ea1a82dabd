import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

/** A text that people read: on a page, in a message or in a response of the API. */
export interface ShownText {
  file: string
  line: number
  text: string
}

/** All texts of these source files, in reading order; inserted values appear as `{…}`. */
export const findTexts = (files: string[]): ShownText[] =>
  files.flatMap((file) => findTextsIn(file, readFileSync(file, 'utf8')))

export function filesWithTexts(root = process.cwd()): string[] {
  return ['app', 'bin', 'server', 'workers']
    .flatMap((folder) => ts.sys.readDirectory(path.join(root, folder), ['.ts', '.tsx']))
    .map((file) => path.relative(root, file))
    .filter((file) => !/\.(test|gen|d)\.tsx?$|^server\/platform\/demo\//.test(file))
    .sort()
}

export function findTextsIn(file: string, source: string): ShownText[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true)
  const texts: ShownText[] = []
  const visit = (node: ts.Node) => {
    if (isNeverShown(node)) return
    const text = textOf(node)
    if (text !== undefined && /\p{L}/u.test(text) && (isShown(node) || readsAsProse(text))) {
      const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1
      texts.push({ file, line, text })
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return texts
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isJsxText(node) || ts.isStringLiteralLike(node)) return oneLine(node.text)
  if (ts.isTemplateExpression(node))
    return oneLine([node.head.text, ...node.templateSpans.map((span) => `{…}${span.literal.text}`)].join(''))
  return undefined
}

/** On one line, without the markup of mails and plain pages. */
const oneLine = (text: string) =>
  text
    .replace(/<(?:style|svg)\b.*?<\/(?:style|svg)>|<\/?[a-z!][^<>]*>/gs, ' ')
    .replace(/\s+/g, ' ')
    .trim()

const SHOWN_NAMES = new Set(
  (
    'label title subtitle heading legend caption alt placeholder description hint help text subject button message error ' +
    'summary confirm cancel empty nothingfoundmessage singular plural children ' +
    'aria-label aria-description aria-roledescription aria-valuetext'
  ).split(' '),
)

/** Endings of other visible props and fields: `emptyText`, `confirmLabel`, `errorTitle`. */
const SHOWN_ENDINGS = /(?:label|title|text|message|description|placeholder|heading|hint|note)s?$/i

const isShownName = (name: string) => SHOWN_NAMES.has(name.toLowerCase()) || SHOWN_ENDINGS.test(name)

function isShown(node: ts.Node): boolean {
  if (ts.isJsxText(node)) return true
  let { parent } = node
  while (
    ts.isConditionalExpression(parent) ||
    ts.isParenthesizedExpression(parent) ||
    ts.isTemplateSpan(parent) ||
    ts.isTemplateExpression(parent) ||
    ts.isAsExpression(parent) ||
    isFallback(parent)
  )
    parent = parent.parent
  if (ts.isJsxExpression(parent)) parent = parent.parent
  if (ts.isJsxElement(parent) || ts.isJsxFragment(parent)) return true
  if (ts.isJsxAttribute(parent)) return isShownName(parent.name.getText())
  if (ts.isPropertyAssignment(parent)) return isShownName(parent.name.getText().replace(/['"]/g, ''))
  if (ts.isNewExpression(parent)) return /Error$/.test(parent.expression.getText()) && parent.arguments?.[0] !== node
  return false
}

const isFallback = (node: ts.Node) =>
  ts.isBinaryExpression(node) &&
  [
    ts.SyntaxKind.BarBarToken,
    ts.SyntaxKind.QuestionQuestionToken,
    ts.SyntaxKind.AmpersandAmpersandToken,
    ts.SyntaxKind.PlusToken,
  ].includes(node.operatorToken.kind)

/** Props and calls with names for machines, even if they look like words. */
const MACHINE_PROPS = /^(?:className|style|href|to|src|d|rel|sizes|media|allow|autoComplete|data-.*)$/
const MACHINE_TAGS = /^(?:sql|raw|css|String\.raw)\b/
const MACHINE_CALLS =
  /(?:^|\.)(?:log|logger|trace|debug|info|warn|fatal|raw|replace|replaceAll|split|test|match|includes|startsWith|endsWith|querySelector|getElementById|matchMedia|RegExp|Counter|Gauge|Histogram)$/

function isNeverShown(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return true
  if (ts.isTaggedTemplateExpression(node)) return MACHINE_TAGS.test(node.tag.getText())
  if (ts.isCaseClause(node.parent ?? node) && (node.parent as ts.CaseClause).expression === node) return true
  if (ts.isJsxAttribute(node)) return MACHINE_PROPS.test(node.name.getText())
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) return MACHINE_CALLS.test(node.expression.getText())
  if (node.parent && ts.isPropertyAssignment(node.parent) && node.parent.name === node) return true
  if (ts.isElementAccessExpression(node.parent ?? node)) return ts.isStringLiteralLike(node)
  return (
    ts.isStringLiteralLike(node) &&
    ts.isBinaryExpression(node.parent) &&
    [ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken].includes(
      node.parent.operatorToken.kind,
    )
  )
}

/** Words with a space, or one capitalised word, that are not a query, a header, a format or a key. */
const readsAsProse = (text: string) =>
  !MACHINE_TEXT.some((pattern) => pattern.test(text)) &&
  (/\p{L}.*\s.*\p{L}/u.test(text) || /^\p{Lu}\p{Ll}+(?:[ ,:]*\{…\})?[.?!…:,]?$/u.test(text))

const MACHINE_TEXT = [
  // SQL
  /core\.|::|^not in$|^is not$|\bis distinct|\bis not null\b|collate |^\(?(?:select|exists|from|not exists|insert|update|delete) .*(?:\{…\}|from|=)/,
  /^\w+(?:\.\w+)? as \w+$|"? as "?\w+$/,
  // Paths, headers, media types, styles
  /^(?:GET|POST|PUT|PATCH|DELETE) |^\w+\/[\w.+-]+(?:[;,]|$)|=[\w*"{]|^-c |\{[a-z-]+:/,
  /^(?:private|public|inline|attachment|noopener|light dark|default-src|frame-ancestors)\b|^[A-Z][a-z]+-[A-Z]\w+(?:-[A-Z]\w+)?$/,
  // Keys and formats of time
  /^(?:Escape|Enter|Home|End|Tab|Delete|Backspace)$|\bD MMMM?\b|\bh:mm\b|HH mm/,
]
