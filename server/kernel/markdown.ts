import rehypeRaw from 'rehype-raw'
import rehypeSanitize, { type Options } from 'rehype-sanitize'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'

/** The formatting tags of product decisions §4; attributes and schemes of specification §5. Frames only from these hosts. */
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

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkRehype, { allowDangerousHtml: true })
  .use(rehypeRaw)
  .use(rehypeSanitize, schema)
  .use(rehypeStringify)
  .freeze()

/** Markdown to HTML that holds nothing but the listed tags and attributes (specification §5, Rendered news). */
export const parseMarkdown = (markdown: string): string =>
  markdown.trim() ? String(processor.processSync(markdown)) : ''
