import * as z from 'zod'
import { calls, del, post } from '#app/http/calls.ts'
import { forgetSite } from '#app/http/forget-site.ts'
import { removePicture, storePicture } from '#app/http/picture.ts'
import { setLogo } from '#server/media/commands.ts'

const logo = {
  requires: 'admin',
  purpose: 'logo',
  apply: setLogo,
  answer: z.object({ logo: z.string().nullable() }),
  reply: (key: string | null) => ({ logo: key }),
  afterCommit: forgetSite,
} as const

export const action = calls(
  post(storePicture({ ...logo, summary: 'Set the logo' })),
  del(removePicture({ ...logo, summary: 'Remove the logo' })),
)
