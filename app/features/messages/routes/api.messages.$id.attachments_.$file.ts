import { del, get } from '#app/http/calls.ts'
import { downloadMessageFile, removeMessageFile } from '#app/http/message-file.ts'

export const loader = get(downloadMessageFile)
export const action = del(removeMessageFile)
