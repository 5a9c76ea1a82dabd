import { readDashboard } from '#server/dashboard/answer.ts'
import { api } from '../http/api.ts'

/** Everything that the dashboard shows, at once. */
export const loader = api({
  methods: ['GET', 'HEAD'],
  requires: 'member',
  access: 'read',
  handle: (ctx, { app }) => readDashboard(ctx, app.collections),
})
export const action = loader
