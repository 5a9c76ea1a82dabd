import { del, get } from '../http/calls.ts'
import { downloadMessageFile, removeMessageFile } from '../http/message-file.ts'

export const loader = get(downloadMessageFile)
export const action = del(removeMessageFile)
