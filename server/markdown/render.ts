import rehypeRaw from 'rehype-raw'
import rehypeSanitize, { type Options } from 'rehype-sanitize'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import type { Rendered } from './contract.ts'
import { plainHtml } from './plain.ts'

/** The tags, attributes and schemes that a text may use. Frames only from the hosts below. */
const TAGS =
  'p br hr h1 h2 h3 h4 h5 h6 strong b em i u s del blockquote pre code ul ol li table thead tbody tr th td a img iframe'.split(
    ' ',
  )

const FRAME_HOSTS =
  /^https:\/\/(www\.youtube(-nocookie)?\.com|player\.vimeo\.com|www\.openstreetmap\.org|www\.google\.com\/maps)\//

const schema: Options = {
  tagNames: TAGS,
  attributes: {
    a: ['href', 'name', 'target', 'title', 'ariaLabel'],
    img: ['src', 'alt', 'title', 'ariaLabel'],
    iframe: ['allowFullScreen', 'frameBorder', ['src', FRAME_HOSTS]],
  },
  protocols: { href: ['http', 'https', 'mailto'], src: ['http', 'https'] },
  strip: ['script', 'style'],
  clobber: [],
}

/** Deeper than anybody writes; what nests deeper costs browsers more than it says. */
const MAX_DEPTH = 100
/** Some six times the longest text. References repeated by the thousand make megabytes of a page. */
const MAX_HTML = 300_000

class TooDeepError extends Error {}

type Node = { type: string; children?: readonly Node[] }

/** Walks level by level, not by recursion: it is what comes before everything that recurses. @throws TooDeep */
function checkDepth(root: Node): void {
  let level: readonly Node[] = [root]
  for (let depth = 0; level.length; depth++) {
    if (depth > MAX_DEPTH) throw new TooDeepError()
    level = level.flatMap(({ children }) => children ?? [])
  }
}

/** Two of one kind: unified uses a plugin once. The second sees what tags in the text have nested. */
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
  .use(rehypeStringify)
  .freeze()

/**
 * Markdown to HTML that holds nothing but the listed tags and attributes. What nests too deep or becomes too long comes
 * back as it was typed. It may take long, or all memory: it runs in the threads for parsing and nowhere else.
 */
export function renderMarkdown(markdown: string): Rendered {
  if (!markdown.trim()) return { html: '', plain: false }
  try {
    const html = String(processor.processSync(markdown))
    if (html.length <= MAX_HTML) return { html, plain: false }
  } catch (error) {
    if (!(error instanceof TooDeepError || error instanceof RangeError)) throw error
  }
  return { html: plainHtml(markdown), plain: true }
}
