import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const DECISIONS = 'docs/decisions'
const pages = [
  ...readdirSync('.').filter((file) => file.endsWith('.md')),
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.join('docs', file)),
  'tests/README.md',
]
const read = (file: string) => readFileSync(file, 'utf8')

const pathsIn = (text: string) =>
  [...text.matchAll(/`((?:app|bin|docs|infra|migrations|public|scripts|server|tests|workers)\/[^`\s]*)`/g)]
    .map(([, file]) => file!)
    .filter((file) => !/[*<>{}…]/.test(file))

const linksIn = (text: string) =>
  [...text.matchAll(/\]\(([^)#\s]+)/g)].map(([, to]) => to!).filter((to) => !/^[\w+]+:/.test(to))

test.each(pages)('%s names and links only existing files', (page) => {
  const text = read(page)
  expect(pathsIn(text).filter((file) => !existsSync(file))).toEqual([])
  expect(linksIn(text).filter((to) => !existsSync(path.join(path.dirname(page), to)))).toEqual([])
})

test.each(pages)('%s has no merge conflict markers', (page) => {
  expect(read(page).match(/^(<{7}|={7}|>{7})( .*)?$/gm)).toBeNull()
})

test('the documentation names files', () => {
  expect(pages.flatMap((page) => pathsIn(read(page))).length).toBeGreaterThan(100)
  expect(pages.flatMap((page) => linksIn(read(page))).length).toBeGreaterThan(50)
})

test('tests/README.md lists every file of tests/support', () => {
  const files = readdirSync('tests/support', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.\w+$/.test(file),
  )
  const listed = pathsIn(read('tests/README.md')).filter((file) => file !== 'tests/support/')
  expect(listed.filter((file) => file.startsWith('tests/support/')).sort()).toEqual(
    files.map((file) => `tests/support/${file}`).sort(),
  )
})

test('the index lists every decision by its title, numbered without gaps', () => {
  const index = [...read(`${DECISIONS}/README.md`).matchAll(/^\| \[(\d{3})\]\((\S+)\) \| (.+) \|$/gm)]
  const files = readdirSync(DECISIONS).filter((file) => file !== 'README.md')
  expect(index.map(([, , file]) => file)).toEqual(files.sort())
  expect(index.map(([, number]) => Number(number))).toEqual(index.map((_, place) => place + 1))
  for (const [, number, file = '', title] of index) {
    expect(file.slice(0, 4)).toBe(`${number}-`)
    expect(read(path.join(DECISIONS, file)).split('\n')[0]).toBe(`# ${number}. ${title}`)
  }
})

test('.env.example lists the variables of the configuration', () => {
  const schema =
    /const schema = z\.object\(\{\n([\s\S]*?)\n\}\)/.exec(read('server/engine/kernel/config.ts'))?.[1] ?? ''
  const known = [...schema.matchAll(/^ {2}([A-Z0-9_]+):/gm)].map(([, name]) => name)
  const listed = [...read('.env.example').matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name)
  expect(known.length).toBeGreaterThan(30)
  expect(listed.sort()).toEqual(known.sort())
})
