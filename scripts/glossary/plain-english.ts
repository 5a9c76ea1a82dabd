import ts from 'typescript'
import { SPECIFIED } from './specified-texts.ts'

/** A text that no program reads, or one that the product shows. Code spans are reduced to the word `Code`. */
export interface Passage {
  kind: 'comment' | 'docstring' | 'title' | 'prose' | 'heading' | 'text'
  line: number
  text: string
}

interface Pattern {
  /** What to write instead. */
  advice: string
  in?: readonly Passage['kind'][]
  /** Matched against each sentence. */
  sentence?: RegExp
  /** Matched against the beginning of the passage. */
  start?: RegExp
}

const VERB = 'is|was|has|gets|are|were|have|cannot|may|must'
const NOT_A_NOUN = String.raw`(?!\p{L}+(?:ous|ful|less|ive|al|ent|ant|able|ible|ary|ing|ed)\b)`
const OBJECT =
  'a|an|the|its|his|her|their|this|that|these|those|no|none|it|them|each|every|everything|nothing|open|out|behind'
const MESSAGE = 'messages?|e?mails?|texts?|notifications?|reminders?|notices?|invitations?|requests?|deliver(?:y|ies)'

const PATTERNS: readonly Pattern[] = [
  {
    advice: 'name the subject instead of a clause with who or what',
    in: ['comment', 'docstring', 'title', 'prose'],
    sentence: new RegExp(String.raw`^["“(]*(?:Who|Whom|Whoever|What)(?: not)? (?:${VERB})\b(?!.*\?["”)]*$)`),
  },
  {
    advice: 'name the subject instead of a clause with what',
    in: ['comment', 'docstring', 'title', 'prose'],
    sentence: /^["“(]*What (?:\p{Ll}+s|(?:\p{Ll}+s|people|they|we|you) \p{Ll}+) (?:is|was)\b(?!.*\?["”)]*$)/u,
  },
  {
    advice: 'write returns, renders, formats, describes or notifies',
    in: ['docstring', 'title'],
    start: /^(?:Says|Asks|Tells|Words (?:a|an|the|its|each|every|how|what|whether|why))\s/,
  },
  { advice: 'write again', sentence: /\banew\b/i },
  {
    advice: 'write continue or resume',
    sentence: new RegExp(String.raw`\b(?:go|goes) on\b(?! (?:${OBJECT})\b)`, 'i'),
  },
  { advice: 'write automatically or alone', sentence: /\bby (?:itself|themselves)\b/i },
  { advice: 'name the person', sentence: /\bone['’]s own\b/i },
  { advice: 'write alternately or in turn', sentence: /\bin turns\b/i },
  { advice: 'write immediately, together or in one request', sentence: /\bat once\b/i },
  { advice: 'write is', sentence: /\bstands\b(?! (?:for|in for|out)\b)/i },
  {
    advice: 'write maximum or upper limit',
    sentence: new RegExp(
      String.raw`\bthe most (?:that\b|${NOT_A_NOUN}\p{L}+ that\b|${NOT_A_NOUN}\p{L}+s (?:a|an|the|one|any)\b)`,
      'iu',
    ),
  },
  {
    advice: 'write is sent',
    sentence: new RegExp(
      String.raw`\b(?:${MESSAGE}) (?:that )?(?:leaves?|(?:has|have|had) (?:not )?left)\b(?! (?:${OBJECT})\b)`,
      'i',
    ),
  },
  { advice: 'write someone, no one or anyone', sentence: /\b(?:somebody|nobody|anybody)\b/i },
  // Only in texts that people read.
  { advice: 'write everyone', in: ['text'], sentence: /\beverybody\b/i },
  {
    advice: 'name the subject instead of a clause with who or what',
    in: ['text'],
    sentence: new RegExp(String.raw`^["“(]*(?:Who|Whom|Whoever|What)(?: not)? (?:${VERB}|said)\b.*\.["”)]*$`),
  },
  { advice: 'write who', in: ['text'], sentence: /\bwhom\b/i },
  { advice: 'write goes ahead, is cancelled or happens', in: ['text'], sentence: /\b(?:takes?|took|taking) place\b/i },
  { advice: 'write the first to say yes gets it', in: ['text'], sentence: /\bfirst yes\b|\byes has\b/i },
  { advice: 'write no reply', in: ['text'], sentence: /(?<!\{)\bsilent\b/i },
  { advice: 'write tells', in: ['text'], sentence: /\bconcerns?\b/i },
  { advice: 'write don’t have to or don’t need to', in: ['text'], sentence: /\bneed(?:s? not|s no)\b/i },
  { advice: 'write won’t count against you', in: ['text'], sentence: /\bcounts? against no\b/i },
  {
    advice: 'write you don’t need to do anything',
    in: ['text'],
    sentence: /\b(?:have|has|is|are|and) nothing (?:more |else )?to do\b|\bnothing (?:more|else) to do\b/i,
  },
  { advice: 'write certificate', in: ['text'], sentence: /\bpapers\b/i },
  {
    advice: 'write email',
    in: ['text'],
    sentence: /(?<!-|\be )\bmails?\b(?! (?:servers?|programs?|providers?|apps?|address|adresse)\b)(?!$)/i,
  },
  { advice: 'write needs cover or looking for cover', in: ['text'], sentence: /\b(?:seek(?:s|ing)?|sought)\b/i },
  { advice: 'write is needed or looking for', in: ['text'], sentence: /\b(?:is|are|was|were) looked for\b/i },
  { advice: 'write since, or leave it out', in: ['text'], sentence: /\bin the meantime\b|\bmeanwhile\b/i },
  { advice: 'write leave blank', in: ['text'], sentence: /\bleave (?:it )?empty\b/i },
  {
    advice: 'write is sent',
    in: ['text'],
    sentence:
      /\b(?:it|nothing|emails|texts|will(?: not)?|(?:has|have|had)(?: not)?) (?:leaves?|left)(?: now| yet)?(?=[.,;:]|$| in \{)|^leaves \{…\},/i,
  },
  {
    advice: 'write a separate one',
    in: ['text'],
    sentence: /\b(?:messages?|emails?|reminders?) of (?:its|their) own\b/i,
  },
  {
    advice: 'write undo, cancel or withdraw',
    in: ['text'],
    sentence: /\b(?:tak(?:e|es|en|ing)|took) (?:\S+ )?back\b/i,
  },
  { advice: 'write isn’t suitable', in: ['text'], sentence: /\bdo(?:es)?(?: not|n’t) fit\b/i },
  {
    advice: 'write is waiting for',
    in: ['text'],
    sentence: /\bwaits? (?:for (?:an answer|approval)|to join)\b/i,
  },
  { advice: 'write doesn’t send, or no one can', in: ['text'], sentence: /\b(?:sends?|takes?) no\b/i },
  { advice: 'write doesn’t hold', in: ['text'], sentence: /(?<!\b(?:key|file) )\black(?:s|ing)?\b/i },
  { advice: 'write someone takes it, or has taken it', in: ['text'], sentence: /\b(?:shift|it) is taken\b(?! away)/i },
  { advice: 'write people who', in: ['text'], sentence: /\bthose (?:without|not)\b/i },
  { advice: 'write also, or leave it out', in: ['text'], sentence: /\bbesides\b/i },
  { advice: 'write fine', in: ['text'], sentence: /\b(?:is|are|all) well\b/i },
]

/** The advice for each pattern that a passage has, with the sentence. Specified texts are left out. */
export function findUnclear({ kind, text }: Passage): string[] {
  const free = SPECIFIED.reduce((rest, specified) => rest.replaceAll(specified, 'Code'), text)
  // A title begins in lower case, as the end of "it …".
  const whole = kind === 'title' ? free.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) : free
  const patterns = PATTERNS.filter((pattern) => !pattern.in || pattern.in.includes(kind))
  return whole
    .split(/(?<=[.!?]["”’)]*)\s+(?=["“(]*\p{Lu})/u)
    .flatMap((sentence, index) =>
      patterns
        .filter((pattern) => pattern.sentence?.test(sentence) || (index === 0 && pattern.start?.test(sentence)))
        .map(({ advice }) => `${advice}: ${sentence}`),
    )
}

/** The passages of a page, or the comments and test titles of a module. */
export const passagesOf = (file: string, source: string): Passage[] =>
  (file.endsWith('.md') ? proseIn(source) : textsIn(file, source)).map((passage) => ({
    ...passage,
    text: passage.text
      .replace(/(`+)[^`]*\1/g, 'Code')
      .replace(/\s+/g, ' ')
      .trim(),
  }))

/** Paragraphs, items, cells and headings, without fenced code and addresses of links. */
function proseIn(markdown: string): Passage[] {
  const passages: Passage[] = []
  let isFenced = false
  let open: Passage | null = null
  for (const [index, raw] of markdown.split('\n').entries()) {
    const line = raw.replace(/\]\([^)\s]*\)/g, ']').replace(/[[\]*]/g, '')
    const isFence = /^\s*(?:```|~~~)/.test(raw)
    if (isFence) isFenced = !isFenced
    const isTable = /^\s*\|/.test(line)
    const heading = /^#{1,6} (.*)/.exec(line)?.[1]
    const starts = /^\s*(?:[-+>]|\d+\.)\s+(.*)/.exec(line)?.[1]
    if (isFence || isFenced || isTable || heading !== undefined || !line.trim()) open = null
    if (isFence || isFenced || !line.trim()) continue
    if (isTable) {
      for (const text of line.split('|')) passages.push({ kind: 'prose', line: index + 1, text })
    } else if (heading !== undefined) {
      passages.push({ kind: 'heading', line: index + 1, text: heading })
    } else if (open && starts === undefined) {
      open.text += ` ${line}`
    } else {
      open = { kind: 'prose', line: index + 1, text: starts ?? line }
      passages.push(open)
    }
  }
  return passages
}

function textsIn(file: string, source: string): Passage[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest)
  const passages: Passage[] = []
  const add = (kind: Passage['kind'], at: number, text: string) =>
    passages.push({ kind, line: tree.getLineAndCharacterOfPosition(at).line + 1, text })
  // The scanner alone cannot tell where texts and patterns begin.
  const literals = new Map<number, number>()
  const visit = (node: ts.Node) => {
    if (ts.isLiteralExpression(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      literals.set(node.getStart(tree), node.end)
    if (ts.isJsxText(node)) literals.set(node.pos, node.end)
    const title = ts.isCallExpression(node) ? titleOf(node) : null
    if (title !== null) add('title', (node as ts.CallExpression).arguments[0]!.getStart(tree), title)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  for (const { pos, text } of commentsIn(source, tree.languageVariant, literals)) {
    // Behind a tag begins another sentence.
    const parts = text
      .replace(/^\/\*+|\*\/$/g, '')
      .replace(/^\s*(?:\/\/|\*)\s?/gm, '')
      .split(/(?:^|\s)@\w+\s+/)
    for (const [index, part] of parts.entries())
      add(text.startsWith('/**') && index === 0 ? 'docstring' : 'comment', pos, part)
  }
  return passages
}

/** The comments of a module. Line comments that follow each other are one, since a sentence may run over several. */
function commentsIn(source: string, variant: ts.LanguageVariant, literals: ReadonlyMap<number, number>) {
  const comments: { pos: number; end: number; isLine: boolean }[] = []
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, false, variant, source)
  for (let kind = scanner.scan(); kind !== ts.SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    const pos = scanner.getTokenStart()
    const literalEnd = literals.get(pos)
    if (literalEnd !== undefined) scanner.resetTokenState(literalEnd)
    const isLine = kind === ts.SyntaxKind.SingleLineCommentTrivia
    if (literalEnd !== undefined || !(isLine || kind === ts.SyntaxKind.MultiLineCommentTrivia)) continue
    const last = comments.at(-1)
    const end = scanner.getTokenEnd()
    if (last && isLine && last.isLine && /^\n[ \t]*$/.test(source.slice(last.end, pos))) last.end = end
    else comments.push({ pos, end, isLine })
  }
  return comments.map(({ pos, end }) => ({ pos, text: source.slice(pos, end) }))
}

/** The title of a test or of a group: the first argument, where a function follows; null for other calls. */
function titleOf({ arguments: [title, ...others] }: ts.CallExpression): string | null {
  if (!title || !others.some(ts.isFunctionLike)) return null
  const text = ts.isStringLiteralLike(title)
    ? title.text
    : ts.isTemplateExpression(title)
      ? [title.head.text, ...title.templateSpans.map(({ literal }) => literal.text)].join('Code')
      : ''
  return text.includes(' ') ? text : null
}
