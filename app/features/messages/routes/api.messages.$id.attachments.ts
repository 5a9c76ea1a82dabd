import { calls, post, put } from '#app/http/calls.ts'
import { storeMessageFile } from '#app/http/message-file.ts'
import { copyFiles } from '#server/messages/attachments/commands.ts'
import { copyFilesInput, filesAnswer } from '#server/messages/attachments/contract.ts'

export const action = calls(
  post(storeMessageFile),
  put({
    summary: 'Give a message the files of another one',
    requires: 'admin',
    body: copyFilesInput,
    answer: filesAnswer,
    run: (ctx, { id, body }) => copyFiles(ctx, id, body.from),
  }),
)
