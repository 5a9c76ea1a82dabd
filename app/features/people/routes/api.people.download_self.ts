import * as z from 'zod'
import { post } from '#app/http/calls.ts'
import { ownAccount } from '#app/http/own-account.ts'
import { json } from '#app/http/problem.ts'
import { requireRecentSignIn } from '#server/accounts/sign-in/recent-sign-in.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { readOwnData } from '#server/people/self/own-data.ts'

/** One JSON file, including the photo. */
export const action = post(
  ownAccount({
    summary: 'All data about you, as a file',
    answer: z.record(z.string(), z.unknown()),
    run: async ({ app, site, who, inSite }) => {
      await inSite(requireRecentSignIn)
      await app.limits.take('export', { site: site.id, person: requirePerson(who.actor) })
      const { photo_key, ...data } = await inSite(readOwnData)
      const photo = photo_key ? await app.media.read(site.id, photo_key) : null
      const picture = photo && `data:${photo.content_type};base64,${Buffer.from(photo.bytes).toString('base64')}`
      return json({ ...data, photo: picture }, 200, {
        'content-disposition': `attachment; filename="${site.slug}-my-data.json"`,
      })
    },
  }),
)
