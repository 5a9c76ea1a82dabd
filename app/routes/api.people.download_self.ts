import { requirePerson } from '#server/engine/access/permission.ts'
import { readOwnData } from '#server/people/self/own-data.ts'
import { personEdge } from '../http/person-edge.ts'
import { json } from '../http/problem.ts'

/** POST: everything that the site holds about the acting person, as one JSON file with the photo in it. */
export const action = personEdge(['POST'], async ({ app, who, inSite }) => {
  await app.limits.take('export', { site: who.site.id, person: requirePerson(who.actor) })
  const { photo_key, ...data } = await inSite(readOwnData)
  const photo = photo_key ? await app.media.read(who.site.id, photo_key) : null
  const picture = photo && `data:${photo.content_type};base64,${Buffer.from(photo.bytes).toString('base64')}`
  return json({ ...data, photo: picture }, 200, {
    'content-disposition': `attachment; filename="${who.site.slug}-my-data.json"`,
  })
})
export const loader = action
