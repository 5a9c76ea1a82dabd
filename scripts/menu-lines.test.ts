import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Most lines of a menu of a row or a head; more is a second menu, or a button. */
const MOST = 7

/** Choices of one thing, which scroll. */
const CHOICES = ['app/features/messages/who/who-column.tsx', 'app/features/messages/what/field-menu.tsx']

const ITEM = /<Menu\.(?:Item|Sub)\b/g

/** The lines of each menu of a source, without those of the menus inside it. */
function menuLines(source: string): number[] {
  const outer = source.replace(/<Menu\.Sub\.Dropdown.*?<\/Menu\.Sub\.Dropdown>/gs, '').replace(/<Menu\.Sub\.\w+/g, '')
  const menus = [...outer.matchAll(/<(Menu\.Dropdown|OpenedMenu)\b.*?<\/\1>/gs)].map(([menu]) => menu)
  const rest = menus.reduce((left, menu) => left.replace(menu, ''), outer)
  return [...menus, rest].map((part) => part.match(ITEM)?.length ?? 0)
}

test('menus have at most seven lines', () => {
  const long = readdirSync('app', { recursive: true, encoding: 'utf8' })
    .map((file) => `app/${file}`)
    .filter((file) => file.endsWith('.tsx') && !CHOICES.includes(file))
    .flatMap((file) => menuLines(readFileSync(file, 'utf8')).map((lines) => ({ file, lines })))
    .filter(({ lines }) => lines > MOST)
  expect(long).toEqual([])
})

test('the lines of a menu are counted with one for a menu inside it', () => {
  const sub =
    '<Menu.Sub><Menu.Sub.Target><Menu.Sub.Item>a</Menu.Sub.Item></Menu.Sub.Target><Menu.Sub.Dropdown><Menu.Item>b</Menu.Item></Menu.Sub.Dropdown></Menu.Sub>'
  expect(menuLines(`<Menu.Dropdown>${sub}<Menu.Item>c</Menu.Item></Menu.Dropdown>`)).toEqual([2, 0])
})
