import { setLogo } from '#server/media/commands.ts'
import { afterSiteChange } from '../http/after-site-change.ts'
import type { ApiArgs } from '../http/api.ts'
import { pictureEdge } from '../http/picture-edge.ts'

/** POST multipart, field `file`; DELETE takes the logo away. */
export const action = afterSiteChange(
  pictureEdge({
    methods: ['POST', 'DELETE'],
    requires: 'admin',
    purpose: 'logo',
    apply: setLogo,
    answer: (logo) => ({ logo }),
  }),
)
export const loader = (args: ApiArgs) => action(args)
