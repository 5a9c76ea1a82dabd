import { lazyPart } from '#app/shell/connection/lazy-part.ts'

export const LateCallOffSheet = lazyPart(
  () => import('./call-off-sheet.tsx').then((module) => ({ default: module.CallOffSheet })),
  { ahead: false },
)
