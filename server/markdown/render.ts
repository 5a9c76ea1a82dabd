import rehypeRaw from 'rehype-raw'
import rehypeSanitize, { type Options } from 'rehype-sanitize'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { FRAME_SOURCES, type Rendered } from './contract.ts'
import { plainHtml } from './plain.ts'

/** Allowed tags, attributes and schemes. `boxFrames` keeps only frames of allowed sources. */
const TAGS =
  'p br hr h1 h2 h3 h4 h5 h6 strong b em i u s del blockquote pre code ul ol li table thead tbody tr th td a img iframe'.split(
    ' ',
  )

const isFrameSource = (src: unknown): boolean =>
  typeof src === 'string' && FRAME_SOURCES.some((source) => src.startsWith(source))

const schema: Options = {
  tagNames: TAGS,
  attributes: {
    a: ['href', 'name', 'target', 'title', 'ariaLabel'],
    img: ['src', 'alt', 'title', 'ariaLabel'],
    iframe: ['allowFullScreen', 'frameBorder', 'src'],
  },
  protocols: { href: ['http', 'https', 'mailto'], src: ['http', 'https'] },
  strip: ['script', 'style'],
  clobber: [],
}

/** Far above realistic nesting; more only slows browsers down. */
const MAX_DEPTH = 100
/** About six times the longest text. Thousands of repeated references would make megabytes of HTML. */
const MAX_HTML = 300_000

class TooDeepError extends Error {}

type Node = { type: string; children?: readonly Node[] }
type Element = { type: string; tagName?: string; properties?: Record<string, unknown>; children?: Element[] }

/** Allows a frame to play and to open its own page in a new tab, isolated from the surrounding page. */
const SANDBOX = 'allow-scripts allow-same-origin allow-popups allow-presentation'

const boxFrames = () => (tree: Element) => boxFramesOf(tree)

function boxFramesOf(node: Element): void {
  const children = (node.children ?? []).filter(
    ({ tagName, properties }) => tagName !== 'iframe' || isFrameSource(properties?.src),
  )
  if (node.children) node.children = children
  for (const child of children) {
    if (child.tagName === 'iframe')
      child.properties = {
        ...child.properties,
        sandbox: SANDBOX,
        loading: 'lazy',
        referrerPolicy: 'strict-origin-when-cross-origin',
        title: `From ${new URL(String(child.properties?.src)).hostname}`,
      }
    boxFramesOf(child)
  }
}

/** Iterative, since it protects the recursive code that follows. @throws TooDeepError */
function checkDepth(root: Node): void {
  let level: readonly Node[] = [root]
  for (let depth = 0; level.length; depth++) {
    if (depth > MAX_DEPTH) throw new TooDeepError()
    level = level.flatMap(({ children }) => children ?? [])
  }
}

/** Two plugins, since unified uses each only once. The second checks HTML tags in the text. */
const checkMarkdownDepth = () => (tree: Node) => checkDepth(tree)
const checkHtmlDepth = () => (tree: Node) => checkDepth(tree)

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(checkMarkdownDepth)
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(rehypeRaw)
  .use(checkHtmlDepth)
  .use(rehypeSanitize, schema)
  .use(boxFrames)
  .use(rehypeStringify)
  .freeze()

/** Replaces the bar in a placeholder; a character that no text has. */
const BAR = '\ue7c0'
const ENCODED_BAR = encodeURIComponent(BAR)

/** Hides the bars in double braces, `{{person.first_name|sailor}}`, which would end a table cell. */
const hideBars = (markdown: string): string =>
  markdown.replace(/\{\{[^{}\n]{0,200}\}\}/g, (field) => field.replaceAll('|', BAR))

/** Markdown encodes the bar in addresses. */
const restoreBars = (html: string): string => html.replaceAll(BAR, '|').replaceAll(ENCODED_BAR, '%7C')

/**
 * Renders Markdown to HTML with only the allowed tags and attributes; a text that is too deep or too long is returned
 * as typed. Time and memory are unbounded, so it runs only in parsing threads.
 */
export function renderMarkdown(markdown: string): Rendered {
  if (!markdown.trim()) return { html: '', plain: false }
  try {
    const html = restoreBars(String(processor.processSync(hideBars(markdown))))
    if (html.length <= MAX_HTML) return { html, plain: false }
  } catch (error) {
    if (!(error instanceof TooDeepError || error instanceof RangeError)) throw error
  }
  return { html: plainHtml(markdown), plain: true }
}
