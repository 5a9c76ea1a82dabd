import { type LoaderFunctionArgs, redirect } from '@remix-run/node'

/** The loader of an address that only takes a form: leads to the form's page, which refuses an unknown record itself. */
export const formPage =
  (page: (id: number) => string) =>
  ({ params }: LoaderFunctionArgs) =>
    redirect(page(Number(params.pk) || 0))
