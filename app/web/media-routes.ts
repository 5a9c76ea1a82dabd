import express from 'express'
import type { WebContext } from './context.ts'
import { forwardErrors } from './forward-errors.ts'

/** The mediaRoot of a site whose files are not served from another host. */
const ROOT = '/media/'

/**
 * Serves the pictures of the host's site. A key always identifies the same picture, so browsers may cache it for ever;
 * no response can run scripts.
 */
export function mediaRoutes({ media, limits }: WebContext): express.Router {
  const router = express.Router()
  router.get(
    `${ROOT}*`,
    forwardErrors(async (req, res) => {
      const site = res.locals.site
      if (site) limits.file(site.id, req.ip ?? null)
      const file = site ? await media.read(site.id, req.path.slice(ROOT.length)) : null
      if (!file) {
        res.status(404).type('text/plain').send('Not found.\n')
        return
      }
      res.setHeader('content-security-policy', "default-src 'none'; sandbox")
      res.setHeader('x-content-type-options', 'nosniff')
      // Web mail shows the club's logo on its pages.
      res.setHeader('cross-origin-resource-policy', 'cross-origin')
      res.setHeader('cache-control', 'public, max-age=31536000, immutable')
      res.setHeader('content-type', file.content_type)
      res.setHeader('content-disposition', 'inline')
      res.end(Buffer.from(file.bytes))
    }),
  )
  return router
}
