import type { Ctx } from '#server/engine/access/context.ts'
import type { Requirement } from '#server/engine/access/permission.ts'
import { type ApiRequest, api, type DescribedEndpoint } from './api.ts'
import { idFrom } from './parse.ts'

type RecordCommand = (ctx: Ctx, id: number, request: ApiRequest) => Promise<unknown>

/** `PUT /api/{collection}/{id}/{verb}`: runs a command on one record and answers the record as it is then, in list shape. */
export const recordCall = (
  collection: string,
  command: RecordCommand,
  requires: Requirement = 'admin',
): DescribedEndpoint =>
  api({
    methods: ['PUT'],
    requires,
    access: 'write',
    handle: async (ctx, request) => {
      const id = idFrom(request.params.id)
      await command(ctx, id, request)
      return request.app.collections.get(ctx, collection, id)
    },
  })
