import { expect, test } from 'vitest'
import { sourceTrees } from '#tests/support/source-trees.ts'

/** The hook, and screens that are busy with more than a call, or with something else. */
const KEEPERS = [
  'app/collections/use-call.ts',
  // The file that was chosen last decides which answer counts.
  'app/collections/import-dialog.tsx',
  'app/features/imports/use-import.ts',
  // A refusal stays while the deletion is previewed again.
  'app/collections/bulk-dialog.tsx',
  // The device signs, or keeps its own key.
  'app/features/accounts/sign-in/passkey-button.tsx',
  'app/features/kiosks/pair-form.tsx',
  'app/features/kiosks/paired-kiosk.tsx',
  'app/features/operators/confirm-form.tsx',
  'app/features/operators/set-up-screen.tsx',
  // They read or save something first.
  'app/features/events/event-tools.tsx',
  'app/features/messages/files/use-files.ts',
  'app/features/messages/sending/send-sheet.tsx',
  'app/features/publishing/publish-button.tsx',
  'app/features/publishing/publish-row-button.tsx',
  'app/features/publishing/use-publishing.ts',
  // Edits with conflicts.
  'app/features/messages/templates/use-template.ts',
  'app/features/messages/use-draft.ts',
  'app/features/shifts/roster-grid/use-grid.ts',
  // The hook needs it.
  'app/collections/reauth/reauth-dialog.tsx',
  // Every page loads them: they stay small.
  'app/collections/undo.tsx',
  'app/shell/closing-banner.tsx',
  // A preview, which writes nothing.
  'app/collections/markdown-input.tsx',
]

const keepsState = (text: string) => /\bset(?:Busy|Saving|Sending|Running)\(/.test(text)

test('screens write by useCall: only the listed ones keep by hand whether a call runs', () => {
  const files = sourceTrees(['app']).filter(({ tree }) => keepsState(tree.text))
  expect(files.map(({ file }) => file).sort()).toEqual([...KEEPERS].sort())
})

test('a copy is found', () => {
  expect(keepsState('const [busy, setBusy] = useState(false)')).toBe(false)
  expect(keepsState('setBusy(true)\nawait callApi()\nsetBusy(false)')).toBe(true)
})
