import { readdirSync, readFileSync } from 'node:fs'
import postcss, { type Declaration } from 'postcss'
import { expect, it } from 'vitest'

const HEAVIEST = 650

/** Read from across a room, or printed: their sizes follow the surface. */
const OWN_SCALE = ['kiosk.module.css', 'wall.module.css', 'shift-list.module.css', 'printed-answers.module.css']

const SPACE = /^(?:(?:row|column)-)?gap$|^(?:padding|margin)(?:-|$)/
const RADIUS = /^border-(?:.*-)?radius$/

/** Above the scale of spaces, a length is that of another part, such as a bar to stay clear of. */
const WIDEST_SPACE = 40

const isPrinted = (node: postcss.Node | undefined): boolean =>
  node !== undefined &&
  ((node instanceof postcss.AtRule && `${node.name} ${node.params}`.includes('print')) || isPrinted(node.parent))

const declarations = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.css') && !OWN_SCALE.some((own) => file.endsWith(own)))
  .flatMap((file) => {
    const found: Declaration[] = []
    postcss.parse(readFileSync(`app/${file}`, 'utf8')).walkDecls((declaration) => {
      if (!isPrinted(declaration)) found.push(declaration)
    })
    return found.map(({ prop, value, parent }) => ({
      prop,
      value,
      where: `${file} ${parent && 'selector' in parent ? parent.selector : ''}: ${prop}: ${value}`,
    }))
  })

const wheresOf = (isWrong: (prop: string, value: string) => boolean) =>
  declarations.filter(({ prop, value }) => isWrong(prop, value)).map(({ where }) => where)

const lengthsIn = (value: string) => value.match(/(?<![\d.])[\d.]+(?:px|r?em|%|pt)/g) ?? []

it('takes every size of text from the tokens', () =>
  expect(wheresOf((prop, value) => prop === 'font-size' && lengthsIn(value).length > 0)).toEqual([]))

it('takes every corner from the tokens', () =>
  expect(wheresOf((prop, value) => RADIUS.test(prop) && lengthsIn(value).length > 0)).toEqual([]))

it('takes every space from the tokens, but for hairlines', () =>
  expect(
    wheresOf(
      (prop, value) =>
        SPACE.test(prop) &&
        lengthsIn(value).some((length) => length.endsWith('px') && !isOutsideScale(Number.parseFloat(length))),
    ),
  ).toEqual([]))

const isOutsideScale = (px: number) => px <= 1 || px > WIDEST_SPACE

it('renders every title in one of two sizes', () =>
  expect(
    declarations
      .filter(({ prop, where }) => prop === 'font-size' && /\bh1: /.test(where))
      .filter(({ value }) => value !== 'var(--wb-title)' && value !== 'var(--wb-title-work)')
      .map(({ where }) => where),
  ).toEqual([]))

it('renders no text heavier than a title', () =>
  expect(wheresOf((prop, value) => prop === 'font-weight' && (value === 'bold' || Number(value) > HEAVIEST))).toEqual(
    [],
  ))
