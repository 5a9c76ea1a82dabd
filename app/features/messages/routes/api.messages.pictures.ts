import { post } from '#app/http/calls.ts'
import { storePicture } from '#app/http/picture.ts'
import { addMessagePicture } from '#server/messages/pictures/commands.ts'
import { pictureAnswer } from '#server/messages/pictures/contract.ts'

export const action = post(
  storePicture({
    summary: 'Store a picture for the text of a message',
    requires: 'admin',
    purpose: 'mail',
    limit: 'message_upload',
    answer: pictureAnswer,
    apply: addMessagePicture,
    reply: (key, site) => ({ address: `${site.media_root}${key}` }),
  }),
)
