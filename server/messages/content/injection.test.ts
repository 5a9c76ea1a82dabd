import PostalMime from 'postal-mime'
import rehypeRaw from 'rehype-raw'
import { unified } from 'unified'
import { expect, test } from 'vitest'
import { fieldsProblem } from '#server/deliveries/texts/fields.pure.ts'
import { oneLine } from '#server/deliveries/texts/plain.ts'
import { composeMime } from '#server/engine/kernel/mail/mime.ts'
import { renderMarkdown } from '#server/markdown/render.ts'
import { siteFacts } from '#tests/support/messages/shift-drafts.ts'
import { writeBulk } from './write.ts'

const BREAKS = ['\r\n', '\r', '\u2028', '\n\n ']
const SMUGGLED = [
  'Bcc: evil@example.org',
  'Reply-To: evil@example.org',
  'List-Unsubscribe: <https://evil.example>',
  '=?utf-8?q?=0D=0ABcc:_evil@example.org?=',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  `'><svg/onload=alert(1)>`,
  '</a></td></table><iframe src="javascript:alert(1)"></iframe>',
  '</style><style>*{display:none}</style>',
  '<!--',
  ']]><base href="https://evil.example/">',
  'javascript:alert(1)',
  '[x](javascript:alert(1))',
  '{{site.name}}{{{{person.name}}}}',
  '&lt;script&gt;&#60;b&#62;&',
  '\u202e\u0000evil',
]
const FIELDS = [
  'person',
  'event',
  'location',
  'assignment',
  'sender',
  'site',
  'contact',
  'role',
  'subject',
  'body',
  'fallback',
] as const
type Field = (typeof FIELDS)[number]

const BODY = `# Hello {{person.name}}

**{{event.name}}** at [{{event.location}}](https://club.example/where/{{event.location}}?a={{person.first_name}} "{{event.name}}")

![{{event.name}}](/media/{{person.name}}.png "{{person.name}}")

<a href="{{person.name}}">raw</a> <a href="/{{person.name}}">own</a>

{{button.sign_up}}

- {{shift.assignment}} {{shift.start}} {{sender.name}} {{site.name}} {{button.event}}
`
const HEADERS = [
  'content-type',
  'date',
  'from',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'message-id',
  'mime-version',
  'reply-to',
  'subject',
  'to',
]

const known = new Map<string, string>()
function rendered(body: string): string {
  const html = known.get(body) ?? renderMarkdown(body).html
  known.set(body, html)
  return html
}

function written(field: Field, text: string) {
  const or = (own: Field, usual: string) => (field === own ? text : usual)
  const body =
    field === 'body' ? `${text}\n\n${BODY}` : field === 'fallback' ? `{{event.name|${text}}}\n\n${BODY}` : BODY
  const site = siteFacts({ name: or('site', 'Club'), contact_name: or('contact', 'Office') })
  return writeBulk({
    content: {
      id: 1,
      kind: 'email',
      subject: `${or('subject', 'Hello')} {{person.name}} {{event.name}}`,
      body,
      rendered_html: rendered(body),
      audience: { roles: [4] },
      origin: null,
      reply_to: 'site',
      attachments: [],
    },
    facts: {
      sender: or('sender', 'Sia'),
      sender_email: 'sia@example.org',
      event: {
        id: 7,
        name: or('event', 'Race'),
        start: '2027-06-01T09:00:00Z',
        location: or('location', 'Jetty'),
        open_shifts: 2,
        called_off: false,
        decided_at: null,
      },
      shifts: new Map([[3, { start: '2027-06-01T09:00:00Z', assignment: or('assignment', 'Helm') }]]),
      names: new Map([['roles 4', or('role', 'Safety helm')]]),
    },
    site,
    origin: 'https://club.example',
    person: { id: 3, name: or('person', 'Ann Lee'), email: 'ann@example.org', phone: null, email_uid: 'uid' },
  })
}

type Node = { type: string; tagName?: string; properties?: Record<string, unknown>; children?: Node[] }

const parser = unified().use(rehypeRaw).freeze()

/** Lists every element of a mail with addresses and handlers, as a browser parses it. */
function elementsOf(html: string): Node[] {
  const walk = (node: Node): Node[] => [
    ...(node.type === 'element' ? [node] : []),
    ...(node.children ?? []).flatMap(walk),
  ]
  return walk(parser.runSync({ type: 'root', children: [{ type: 'raw', value: html }] } as never) as Node)
}

const shapeOf = (html: string) => elementsOf(html).map(({ tagName }) => tagName)
/** With each break by PROOF=1; by default with one of them, in rotation. */
const cases = FIELDS.flatMap((field, nth) =>
  SMUGGLED.flatMap((smuggled, at) =>
    BREAKS.filter((_, turn) => process.env.PROOF || turn === (nth + at) % BREAKS.length).map((line) => ({
      field,
      text: `Race${line}${smuggled}${line}`,
    })),
  ),
)

test(`${cases.length} hostile texts add no header and no recipient to a mail, and no tag runs`, async () => {
  const plain = shapeOf(written('person', 'Ann').html)
  for (const { field, text } of cases) {
    if (field === 'fallback' && fieldsProblem(`{{event.name|${text}}}`)) continue
    const message = written(field, text)
    const from = { name: oneLine(field === 'site' ? text : 'Club'), address: 'no-reply@watchbill.example' }
    const mail = await PostalMime.parse(await composeMime({ ...message, from, replyTo: message.reply_to }))
    expect(mail.headers.map(({ key }) => key).sort(), text).toEqual(HEADERS)
    expect(mail.to).toEqual([{ name: '', address: 'ann@example.org' }])
    expect(mail.replyTo?.map(({ address }) => address)).toEqual(['office@harbour.example'])
    const elements = elementsOf(message.html)
    // The message's own Markdown may have allowed tags.
    if (field !== 'body' && field !== 'fallback')
      expect(
        elements.map(({ tagName }) => tagName),
        text,
      ).toEqual(plain)
    expect(elements.filter(({ tagName = '' }) => /^(script|iframe|svg|base|form|object)$/.test(tagName))).toEqual([])
    expect(elements.filter(({ tagName }) => tagName === 'style')).toHaveLength(1)
    for (const { properties = {} } of elements) {
      expect(Object.keys(properties).filter((name) => /^on/i.test(name))).toEqual([])
      for (const address of [properties.href, properties.src]) {
        if (address === undefined) continue
        const { protocol, host } = new URL(String(address))
        expect(protocol).toMatch(/^(https?|mailto):$/)
        if (field !== 'body') expect([protocol, host], text).toEqual(['https:', 'club.example'])
      }
    }
  }
})

test.each([
  'https://{{person.name}}/x',
  'https://{{ person.name }}.evil.example',
  '[x](https://a.{{event.name}}.example/y)',
  '<a href="https:{{person.name}}">x</a>',
  '[x](https:/{{person.name}}/)',
  '[x](//{{person.name}}/y)',
  '[x](https:\\\\{{person.name}}/y)',
  '<img src="https://user:{{person.name}}@a.example/">',
  '[x](HTTPS://{{person.first_name|club}}.example/)',
])('a field in the host of an address is refused: %s', (body) => {
  expect(fieldsProblem(body)).toContain('cannot be in the first part of an address')
})

test.each([
  ['<a href="https:&#47;&#47;{{person.name}}/">x</a>'],
  ['<a href="https&colon;{{person.name}}">x</a>'],
  ['<a href="{{person.name}}://evil.example/">x</a>'],
  ['<a href="ht{{person.name}}tps:evil.example">x</a>'],
])('one that is disguised leads nowhere else: %s', (body) => {
  const rendered = renderMarkdown(body).html
  const message = writeBulk({
    content: {
      id: 1,
      kind: 'email',
      subject: 'x',
      body,
      rendered_html: rendered,
      audience: {},
      origin: null,
      reply_to: 'site',
      attachments: [],
    },
    facts: { sender: '', sender_email: '', event: null, shifts: new Map(), names: new Map() },
    site: siteFacts({}),
    origin: 'https://club.example',
    person: { id: 3, name: 'evil.example', email: 'ann@example.org', phone: null, email_uid: 'uid' },
  })
  const links = elementsOf(message.html).flatMap(({ properties }) =>
    properties?.href ? [String(properties.href)] : [],
  )
  expect(links.map((href) => new URL(href).host).filter((host) => host !== 'club.example')).toEqual([])
})

test.each([
  '[x](https://club.example/{{person.name}})',
  'at https://club.example/a?b={{event.name}} {{site.name}}',
  '{{button.event}}: go',
])('elsewhere in an address it is taken: %s', (body) => expect(fieldsProblem(body)).toBeNull())

test.each([
  '*sailor*',
  '<b>x</b>',
  'a|b',
  'www.evil.example',
  'https://evil.example',
  '`x`',
  '&lt;b&gt;',
  'a_b_c',
  '[x]',
])('a fallback with marks is refused: %s', (fallback) =>
  expect(fieldsProblem(`{{person.name|${fallback}}}`)).not.toBeNull(),
)

test('a message of maximum length takes linear time', () => {
  const begun = performance.now()
  for (const piece of [
    '{{person.name}}',
    '{{',
    '<',
    '"',
    '<a href="',
    '[](',
    '&#',
    '> ',
    '* ',
    '|',
    'https://{{a}}',
    '//{{person.name}}',
    ' ',
  ]) {
    const body = piece.repeat(20_000 / piece.length)
    fieldsProblem(body)
    written('event', body.slice(0, 5_000))
    writeBulk({
      content: {
        id: 1,
        kind: 'email',
        subject: body,
        body,
        rendered_html: null,
        audience: {},
        origin: null,
        reply_to: 'site',
        attachments: [],
      },
      facts: { sender: '', sender_email: '', event: null, shifts: new Map(), names: new Map() },
      site: siteFacts({}),
      origin: 'https://club.example',
      person: { id: 3, name: 'Ann '.repeat(50), email: 'ann@example.org', phone: null, email_uid: 'uid' },
    })
  }
  expect(performance.now() - begun).toBeLessThan(4_000)
})
