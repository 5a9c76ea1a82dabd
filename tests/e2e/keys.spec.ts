import { resolve } from 'node:path'
import { expect, test } from '@playwright/test'
import { build } from 'esbuild'

// Presses A after the new count is on the page, but before its effects have run.
const PAGE = `
  import { useLayoutEffect, useState } from 'react'
  import { createRoot } from 'react-dom/client'
  import { useKeys } from './use-keys.ts'

  const press = (target, more) => target.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true, ...more }))

  function Counted() {
    const [count, setCount] = useState(0)
    useKeys([['A', () => heard.push(count)]])
    useKeys([['mod+S', () => heard.push('saved ' + count)]], { inFields: true })
    useLayoutEffect(() => {
      press(document.body)
      press(document.querySelector('input'))
      press(document.querySelector('input'), { key: 's', ctrlKey: true })
      if (count < 2) setTimeout(() => setCount(count + 1))
      else document.title = 'done'
    })
    return null
  }

  createRoot(document.querySelector('main')).render(<Counted />)
`

// A list with keys, and a dialog over it with keys of its own.
const COVERED = `
  import { useState } from 'react'
  import { createRoot } from 'react-dom/client'
  import { useKeys } from './use-keys.ts'

  function Dialog() {
    useKeys([['B', () => heard.push('dialog')]])
    return <div role="dialog">over it</div>
  }

  function List() {
    const [layer, setLayer] = useState('')
    useKeys([['A', () => heard.push('list')]])
    return (
      <>
        <button onClick={() => setLayer(layer === 'dialog' ? '' : 'dialog')}>dialog</button>
        <button onClick={() => setLayer(layer === 'menu' ? '' : 'menu')}>menu</button>
        {layer === 'dialog' && <Dialog />}
        {layer === 'menu' && <div role="menu">of it</div>}
      </>
    )
  }

  createRoot(document.querySelector('main')).render(<List />)
`

const bundled = async (contents: string) => {
  const { outputFiles } = await build({
    stdin: { contents, loader: 'jsx', resolveDir: resolve('app/ui') },
    jsx: 'automatic',
    bundle: true,
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  return outputFiles[0]?.text ?? ''
}

test('a key acts on what was just drawn, before its effects have run', async ({ page }) => {
  await page.setContent('<script>var heard = []</script><main></main><input>')
  await page.addScriptTag({ content: await bundled(PAGE) })
  await expect(page).toHaveTitle('done')
  expect(await page.evaluate('heard')).toEqual([0, 'saved 0', 1, 'saved 1', 2, 'saved 2'])
})

test('keys of a list are off under a dialog or menu, whose own keys work', async ({ page }) => {
  await page.setContent('<script>var heard = []</script><main></main>')
  await page.addScriptTag({ content: await bundled(COVERED) })
  const press = async () => {
    for (const key of ['a', 'b']) await page.keyboard.press(key)
    return page.evaluate('heard.splice(0)')
  }
  expect(await press()).toEqual(['list'])
  await page.getByRole('button', { name: 'dialog' }).click()
  expect(await press()).toEqual(['dialog'])
  await page.getByRole('button', { name: 'dialog' }).click()
  expect(await press()).toEqual(['list'])
  await page.getByRole('button', { name: 'menu' }).click()
  expect(await press()).toEqual([])
})
