import type { MessageKind } from '../draft-state.ts'

/** "1 email", "1,430 texts". */
export const countedMessages = (kind: MessageKind, count: number): string => {
  const noun = kind === 'email' ? 'email' : 'text'
  return `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`
}
