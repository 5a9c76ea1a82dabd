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

test('a key acts on what was just drawn, before its effects have run', async ({ page }) => {
  const { outputFiles } = await build({
    stdin: { contents: PAGE, loader: 'jsx', resolveDir: resolve('app/ui') },
    jsx: 'automatic',
    bundle: true,
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
  })
  await page.setContent('<script>var heard = []</script><main></main><input>')
  await page.addScriptTag({ content: outputFiles[0]?.text ?? '' })
  await expect(page).toHaveTitle('done')
  expect(await page.evaluate('heard')).toEqual([0, 'saved 0', 1, 'saved 1', 2, 'saved 2'])
})
