import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { screen } from '#app/http/screen.ts'
import { paths } from '#app/shell/paths.ts'

const permit = screen({ requires: 'admin', load: async () => null })

/** The old address of the people who have not replied, who are in To do. */
export const loader = async (args: LoaderFunctionArgs) => {
  await permit(args)
  return redirect(paths.toDoKind('silent'))
}
