import type { ActionFunctionArgs } from '@remix-run/node'

/** Runs an action that changes the own site, and drops what this process remembers of it once that is committed. */
export const afterSiteChange =
  (action: (args: ActionFunctionArgs) => Promise<Response>) =>
  async (args: ActionFunctionArgs): Promise<Response> => {
    const response = await action(args)
    const { app, site } = args.context
    if (site) app.resolveSite.forget(site.slug)
    return response
  }
