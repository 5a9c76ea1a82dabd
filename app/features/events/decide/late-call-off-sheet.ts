import { lazyPart } from '#app/shell/connection/lazy-part.ts'

/** `CallOffSheet`, whose code is loaded when it is opened. */
export const LateCallOffSheet = lazyPart(
  () => import('./call-off-sheet.tsx').then((module) => ({ default: module.CallOffSheet })),
  { ahead: false },
)
