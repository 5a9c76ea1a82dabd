import { addMessagePicture } from '#server/messages/pictures/commands.ts'
import { pictureAnswer } from '#server/messages/pictures/contract.ts'
import { post } from '../http/calls.ts'
import { storePicture } from '../http/picture.ts'

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
